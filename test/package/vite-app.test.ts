import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { extname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { ServiceClient } from '../../src/client/index.ts'
import { en } from '../../src/locales/en.ts'
import { run } from '../support/run-command.ts'
import { type App, expectToWork, installApp, openService, type TestedService } from './apps/app.ts'

const { react, vite, '@vitejs/plugin-react': plugin } = manifest.devDependencies
const VERSIONS = { 'React 19': react, 'React 18': '^18.3.1' } as const
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** Messages that only the development build of React contains. */
const MISMATCH_WARNING = /attributes of the server rendered HTML didn't match|Prop `%s` did not match/

let service: TestedService

beforeAll(async () => {
  service = await openService()
})
afterAll(() => service?.close())

describe.each(Object.entries(VERSIONS))('the packed tarball in a Vite application with %s', (name, version) => {
  let app: App
  beforeAll(async () => {
    app = await installApp('vite', { react: version, 'react-dom': version, vite, '@vitejs/plugin-react': plugin })
  })
  afterAll(() => app?.remove())

  // Only the development build of React reports a hydration mismatch. Apps ship the production build.
  it.each(['production', 'development'])('builds for %s, hydrates the server-rendered HTML, and works', async (mode) => {
    const userId = `user-${name}-${mode}`
    const clientConfig = service.configFor(userId)
    const terms = new ServiceClient(clientConfig).terms()
    const props = JSON.stringify({ config: clientConfig, contract: { ...clientConfig.agreement, terms } })
    const build = (args: readonly string[]) =>
      run('npx', ['vite', 'build', '--mode', mode, '--emptyOutDir', ...args], { cwd: app.folder, env: { NODE_ENV: mode } })
    await build([])
    const hasWarnings = readdirSync(join(app.folder, 'dist/assets')).some((file) =>
      MISMATCH_WARNING.test(readFileSync(join(app.folder, 'dist/assets', file), 'utf8')),
    )
    expect(hasWarnings).toBe(mode === 'development')
    await build(['--ssr', 'server.tsx', '--outDir', 'server'])
    const rendered = await render(app.folder, props, mode)
    expect(rendered).toContain(en['screen.title'].replace('{company}', 'Pomelo'))
    expect(rendered).toContain(`hidden="">${terms.slice(0, 20)}`)
    const site = await openSite(join(app.folder, 'dist'), { rendered, props, service: service.url })
    try {
      await expectToWork(site.url, service, userId)
    } finally {
      site.server.closeAllConnections()
      site.server.close()
    }
  })
})

/** Renders the page in Node. */
function render(folder: string, props: string, mode: string): Promise<string> {
  return run(process.execPath, ['server/server.js'], { cwd: folder, env: { NODE_ENV: mode, LICET_PROPS: props } })
}

/** Serves a built app with server-rendered HTML, under a strict Content Security Policy. */
async function openSite(
  folder: string,
  { rendered, props, service }: Readonly<Record<'rendered' | 'props' | 'service', string>>,
): Promise<{ readonly url: string; readonly server: Server }> {
  const files = new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => extname(name) in TYPES)
      .map((name) => [`/${name}`, readFileSync(join(folder, name), 'utf8').replace('<!--app-->', () => rendered)]),
  )
  files.set('/props.json', props)
  const policy = `default-src 'self'; connect-src 'self' ${service}; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'`
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '')
    const body = files.get(path)
    response.writeHead(body === undefined ? 404 : 200, {
      'content-type': `${TYPES[extname(path)] ?? 'application/json'}; charset=utf-8`,
      'content-security-policy': policy,
    })
    response.end(body)
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no TCP port.')
  return { url: `http://127.0.0.1:${address.port}`, server }
}
