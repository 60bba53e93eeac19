import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { ensureNode } from '../support/node-version.ts'
import { freePort } from '../support/postgres.ts'
import { type Program, startProgram } from '../support/program.ts'
import { run } from '../support/run-command.ts'
import {
  type App,
  type AppName,
  expectServerRenderedTerms,
  expectToWork,
  installApp,
  openService,
  type TestedService,
} from './apps/app.ts'

/** A framework: its packages, and the arguments of Node that build and start the app. */
interface Framework {
  readonly name: string
  readonly app: AppName
  readonly dependencies: Readonly<Record<string, string>>
  readonly build: readonly string[]
  /** `PORT` is the same port, for programs that read it. */
  readonly start: (port: number) => readonly string[]
}

const { react, 'react-dom': reactDom, vite, '@vitejs/plugin-react': plugin } = manifest.devDependencies
const FRAMEWORKS: readonly Framework[] = [
  {
    name: 'TanStack Start',
    app: 'tanstack',
    dependencies: {
      '@tanstack/react-start': '1.169.5',
      '@tanstack/react-router': '^1.169.0',
      vite,
      '@vitejs/plugin-react': plugin,
    },
    build: ['node_modules/vite/bin/vite.js', 'build'],
    start: (port) => ['node_modules/vite/bin/vite.js', 'preview', '--host=127.0.0.1', `--port=${port}`],
  },
  {
    name: 'React Router',
    app: 'router',
    dependencies: {
      '@react-router/dev': '8.4.0',
      '@react-router/node': '8.4.0',
      '@react-router/serve': '8.4.0',
      'react-router': '8.4.0',
      isbot: '^5',
      vite,
    },
    build: ['node_modules/@react-router/dev/bin.cjs', 'build'],
    start: () => ['node_modules/@react-router/serve/bin.cjs', 'build/server/index.js'],
  },
  {
    name: 'Astro',
    app: 'astro',
    dependencies: { astro: '7.3.5', '@astrojs/react': '7.0.0', '@astrojs/node': '11.1.6' },
    build: ['node_modules/astro/bin/astro.mjs', 'build'],
    start: () => ['dist/server/entry.mjs'],
  },
]

const quiet = { NODE_ENV: 'production', NO_COLOR: '1', ASTRO_TELEMETRY_DISABLED: '1' }

let service: TestedService
let node: string

beforeAll(async () => {
  // The frameworks require a newer Node than this package does.
  node = join(ensureNode('24'), 'node')
  service = await openService()
})
afterAll(() => service?.close())

describe.each(FRAMEWORKS)('the packed tarball in an application with $name', ({ app: name, dependencies, build, start }) => {
  let app: App
  let program: Program | undefined
  beforeAll(async () => {
    app = await installApp(name, { react, 'react-dom': reactDom, ...dependencies })
    await run(node, build, { cwd: app.folder, env: quiet })
  })
  afterAll(() => app?.remove())
  afterEach(() => program?.stop())

  /** Starts the app and returns its address. */
  async function open(user: string): Promise<string> {
    const port = await freePort()
    const env = { ...quiet, HOST: '127.0.0.1', PORT: `${port}`, LICET_CONFIG: JSON.stringify(service.configFor(user)) }
    program = startProgram(node, start(port), { cwd: app.folder, env })
    await program.printed(new RegExp(`(http://\\S+:${port})`))
    return `http://127.0.0.1:${port}`
  }

  it('renders the summary and the terms on the server: they are read without a script, and are the text that is signed', async () => {
    const user = `${name}-reader`
    await expectServerRenderedTerms(await open(user), service, user)
  })

  it('hydrates without a warning, and works', async () => {
    const user = `${name}-user`
    await expectToWork(await open(user), service, user)
  })
})
