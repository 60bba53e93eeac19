import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { en } from '../../src/locales/en.ts'
import { launchChromium, openProfile } from '../support/browser.ts'
import { ensureNode } from '../support/node-version.ts'
import { freePort } from '../support/postgres.ts'
import { startProgram } from '../support/program.ts'
import { run } from '../support/run-command.ts'
import { writeFiles } from '../support/write-files.ts'
import { installApp, openService, type TestedService } from './apps/app.ts'

/** A minimal app of a framework, as its template begins, without Licet. */
interface Template {
  readonly name: string
  readonly dependencies: Readonly<Record<string, string>>
  readonly files: Readonly<Record<string, string>>
  readonly prefix: string
  readonly build: readonly string[]
  readonly start: (port: number) => readonly string[]
}

const { react, 'react-dom': reactDom, vite, '@vitejs/plugin-react': plugin } = manifest.devDependencies
const TEMPLATES: readonly Template[] = [
  {
    name: 'React Router',
    dependencies: {
      '@react-router/dev': '8.4.0',
      '@react-router/node': '8.4.0',
      '@react-router/serve': '8.4.0',
      'react-router': '8.4.0',
      isbot: '^5',
      vite,
    },
    files: {
      'vite.config.ts':
        "import { reactRouter } from '@react-router/dev/vite'\nimport { defineConfig } from 'vite'\nexport default defineConfig({ plugins: [reactRouter()] })\n",
      'app/routes.ts': "import { index } from '@react-router/dev/routes'\nexport default [index('home.tsx')]\n",
      'app/home.tsx': 'export default function Home() {\n  return <h1>Welcome</h1>\n}\n',
      'app/root.tsx': `import { Links, Meta, Outlet, Scripts } from 'react-router'

export function Layout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en">
      <head>
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}
`,
    },
    prefix: 'VITE_',
    build: ['node_modules/@react-router/dev/bin.cjs', 'build'],
    start: () => ['node_modules/@react-router/serve/bin.cjs', 'build/server/index.js'],
  },
  {
    name: 'TanStack Start',
    dependencies: {
      '@tanstack/react-start': '1.169.5',
      '@tanstack/react-router': '^1.169.0',
      vite,
      '@vitejs/plugin-react': plugin,
    },
    files: {
      'vite.config.ts':
        "import { tanstackStart } from '@tanstack/react-start/plugin/vite'\nimport react from '@vitejs/plugin-react'\nimport { defineConfig } from 'vite'\nexport default defineConfig({ plugins: [tanstackStart(), react()] })\n",
      'src/router.tsx':
        "import { createRouter } from '@tanstack/react-router'\nimport { routeTree } from './routeTree.gen'\nexport function getRouter() {\n  return createRouter({ routeTree })\n}\n",
      'src/routes/index.tsx':
        "import { createFileRoute } from '@tanstack/react-router'\nexport const Route = createFileRoute('/')({ component: () => <h1>Welcome</h1> })\n",
      'src/routes/__root.tsx': `import { HeadContent, Scripts, createRootRoute } from '@tanstack/react-router'

export const Route = createRootRoute({ shellComponent: RootDocument })

function RootDocument({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en">
      <head>
        <HeadContent />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  )
}
`,
    },
    prefix: 'VITE_',
    build: ['node_modules/vite/bin/vite.js', 'build'],
    start: (port) => ['node_modules/vite/bin/vite.js', 'preview', '--host=127.0.0.1', `--port=${port}`],
  },
  {
    name: 'Astro',
    dependencies: { astro: '7.3.5', '@astrojs/react': '7.0.0', '@astrojs/node': '11.1.6' },
    files: {
      'astro.config.mjs':
        "import node from '@astrojs/node'\nimport react from '@astrojs/react'\nimport { defineConfig } from 'astro/config'\nexport default defineConfig({ output: 'server', adapter: node({ mode: 'standalone' }), integrations: [react()] })\n",
      'tsconfig.json': '{ "extends": "astro/tsconfigs/strict" }\n',
      'src/layouts/Layout.astro':
        '<!doctype html>\n<html lang="en">\n\t<head>\n\t\t<title>Welcome</title>\n\t</head>\n\t<body>\n\t\t<slot />\n\t</body>\n</html>\n',
      'src/pages/index.astro': "---\nimport Layout from '../layouts/Layout.astro'\n---\n<Layout><h1>Welcome</h1></Layout>\n",
    },
    prefix: 'PUBLIC_',
    build: ['node_modules/astro/bin/astro.mjs', 'build'],
    start: () => ['dist/server/entry.mjs'],
  },
]

const quiet = { NO_COLOR: '1', ASTRO_TELEMETRY_DISABLED: '1' }
let service: TestedService
let node: string
beforeAll(async () => {
  // The frameworks require a newer Node than this package does.
  node = join(ensureNode('24'), 'node')
  service = await openService()
})
afterAll(() => service?.close())

const closers: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

it.each(TEMPLATES)(
  '`licet init` adds the consent screen to a built $name app',
  async ({ dependencies, files, prefix, ...template }) => {
    const app = await installApp(undefined, { react, 'react-dom': reactDom, ...dependencies })
    closers.push(app.remove)
    const { authUrl, provider } = service.configFor('user-1')
    const env = `${prefix}LICET_AUTH_URL=${authUrl}\n${prefix}LICET_PROVIDER_ID=${provider.id}\n${prefix}LICET_PROVIDER_PUBLIC_KEY=${provider.publicKey}\n`
    writeFiles(app.folder, { ...files, '.env.local': env })
    await run(node, ['node_modules/licet/dist/cli/index.js', 'init', '--yes'], { cwd: app.folder })
    await run(node, template.build, { cwd: app.folder, env: { ...quiet, NODE_ENV: 'production' } })
    const port = await freePort()
    const program = startProgram(node, template.start(port), {
      cwd: app.folder,
      env: { ...quiet, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: `${port}` },
    })
    closers.push(program.stop)
    await program.printed(new RegExp(`(http://\\S+:${port})`))
    const browser = await launchChromium()
    closers.push(() => browser.close())
    const { page } = await openProfile(browser)
    const before = (await service.statuses('user-1')).length
    await page.goto(`http://127.0.0.1:${port}`)
    await page.getByRole('button', { name: en['decision.accept'], exact: true }).click()
    await expect.poll(async () => (await service.statuses('user-1')).length).toBe(before + 1)
    expect(await page.getByRole('heading', { name: 'Welcome' }).count()).toBe(1)
  },
)
