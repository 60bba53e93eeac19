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
  '.txt': 'text/plain',
}

/** Words of React that only its build for development has. */
const TELLS_OF_MISMATCHES = /attributes of the server rendered HTML didn't match|Prop `%s` did not match/

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

  // React tells of every mismatch only when it is built for development; what customers ship is the other.
  it.each(['production', 'development'])('is built for %s, takes over what a server rendered, and works', async (mode) => {
    const person = `person-${name}-${mode}`
    const configured = service.configOf(person)
    const [config, terms] = [JSON.stringify(configured), new ServiceClient(configured).terms()]
    const build = (args: readonly string[]) =>
      run('npx', ['vite', 'build', '--mode', mode, '--emptyOutDir', ...args], { cwd: app.folder, env: { NODE_ENV: mode } })
    await build([])
    const warns = readdirSync(join(app.folder, 'dist/assets')).some((file) =>
      TELLS_OF_MISMATCHES.test(readFileSync(join(app.folder, 'dist/assets', file), 'utf8')),
    )
    expect(warns).toBe(mode === 'development')
    await build(['--ssr', 'server.tsx', '--outDir', 'server'])
    const rendered = await render(app.folder, config, mode)
    expect(rendered).toContain(en['screen.title'].replace('{company}', 'Pomelo'))
    expect(rendered).toContain(`hidden="">${terms.slice(0, 20)}`)
    const site = await openSite(join(app.folder, 'dist'), { rendered, config, terms, service: service.url })
    try {
      await expectToWork(site.url, service, person)
      // What was waited for in Suspense.
      expect(site.asked).toContain('/terms.txt')
    } finally {
      site.server.closeAllConnections()
      site.server.close()
    }
  })
})

/** What Node prints for the page, before any script of it runs in a browser. */
function render(folder: string, config: string, mode: string): Promise<string> {
  return run(process.execPath, ['server/server.js'], { cwd: folder, env: { NODE_ENV: mode, LICET_CONFIG: config } })
}

/** Serves a built application with what a server rendered in its page, under a strict policy. */
async function openSite(
  folder: string,
  { rendered, config, terms, service }: Readonly<Record<'rendered' | 'config' | 'terms' | 'service', string>>,
): Promise<{ readonly url: string; readonly server: Server; readonly asked: readonly string[] }> {
  const asked: string[] = []
  const files = new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => extname(name) in TYPES)
      .map((name) => [`/${name}`, readFileSync(join(folder, name), 'utf8').replace('<!--app-->', () => rendered)]),
  )
  files.set('/config.json', config)
  files.set('/terms.txt', terms)
  const policy = `default-src 'self'; connect-src 'self' ${service}; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'`
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '')
    asked.push(path)
    const body = files.get(path)
    response.writeHead(body === undefined ? 404 : 200, {
      'content-type': `${TYPES[extname(path)] ?? 'application/json'}; charset=utf-8`,
      'content-security-policy': policy,
    })
    response.end(body)
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
  return { url: `http://127.0.0.1:${address.port}`, server, asked }
}
