import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { afterEach, describe, expect, test } from 'vitest'
import { runLicet } from '../../fixtures/run-licet.ts'
import { writeFiles } from '../../support/write-files.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const VALUES = { AUTH_URL: 'http://127.0.0.1:8787', PROVIDER_ID: 'an-id', PROVIDER_PUBLIC_KEY: 'a-key' }

interface Template {
  readonly framework: string
  readonly packages: Readonly<Record<string, string>>
  readonly prefix: string
  /** The file that is changed, as the template of the framework has it. */
  readonly root: readonly [name: string, text: string]
  /** Lines of the changed file. */
  readonly expected: readonly string[]
  readonly folder: string
}

/** The root files of the templates of `create-vite` 9, `create-next-app` 16, `create-react-router` 8, TanStack Start and Astro. */
const TEMPLATES: readonly Template[] = [
  {
    framework: 'Vite',
    packages: { vite: '8', react: '19' },
    prefix: 'VITE_',
    root: [
      'src/main.tsx',
      `import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './index.css'
import App from './App.tsx'

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
`,
    ],
    expected: ["import { Consent } from './licet/consent'", '    <Consent>\n      <App />\n    </Consent>'],
    folder: 'src/licet',
  },
  {
    framework: 'Next.js',
    packages: { next: '16', react: '19' },
    prefix: 'NEXT_PUBLIC_',
    root: [
      'app/layout.tsx',
      `import type { Metadata } from "next";
import { Geist } from "next/font/google";
import "./globals.css";

const geistSans = Geist({ variable: "--font-geist-sans", subsets: ["latin"] });

export const metadata: Metadata = { title: "Create Next App" };

export default function RootLayout({
  children,
}: Readonly<{
  children: React.ReactNode;
}>) {
  return (
    <html lang="en" className={geistSans.variable}>
      <body className="min-h-full flex flex-col">{children}</body>
    </html>
  );
}
`,
    ],
    expected: [
      "import { Consent } from './licet/consent'",
      '<body className="min-h-full flex flex-col"><Consent>{children}</Consent></body>',
    ],
    folder: 'app/licet',
  },
  {
    framework: 'React Router',
    packages: { '@react-router/dev': '8', vite: '8', react: '19' },
    prefix: 'VITE_',
    root: [
      'app/root.tsx',
      `import {
  isRouteErrorResponse,
  Links,
  Outlet,
  Scripts,
} from "react-router";

import type { Route } from "./+types/root";
import "./app.css";

export function Layout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en">
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}
`,
    ],
    expected: ["import { Consent } from './licet/consent'", 'return <Consent><Outlet /></Consent>;', '        {children}\n'],
    folder: 'app/licet',
  },
  {
    framework: 'TanStack Start',
    packages: { '@tanstack/react-start': '1', vite: '8', react: '19' },
    prefix: 'VITE_',
    root: [
      'src/routes/__root.tsx',
      `import { HeadContent, Scripts, createRootRoute } from '@tanstack/react-router'

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
    ],
    expected: [
      "import { Consent } from '../licet/consent'",
      '        <Consent>\n          {children}\n        </Consent>\n        <Scripts />',
    ],
    folder: 'src/licet',
  },
  {
    framework: 'Astro',
    packages: { astro: '7', '@astrojs/react': '7', react: '19' },
    prefix: 'PUBLIC_',
    root: [
      'src/layouts/Layout.astro',
      `<!doctype html>
<html lang="en">
\t<head>
\t\t<title>Astro Basics</title>
\t</head>
\t<body>
\t\t<slot />
\t</body>
</html>
`,
    ],
    expected: [
      "---\nimport { Consent } from '../licet/consent'\n---\n<!doctype html>",
      '\t\t<slot />\n\t\t<Consent client:load />\n\t</body>',
    ],
    folder: 'src/licet',
  },
]

/** Writes an app that is committed, with the values of a provider. */
function createApp({ packages, prefix, root: [name, text] }: Template, more: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'licet-init-'))
  folders.push(folder)
  const variables = Object.entries(VALUES).map(([variable, value]) => `${prefix}LICET_${variable}=${value}\n`)
  const files = {
    'package.json': JSON.stringify({ name: 'my-shop', dependencies: packages }),
    'tsconfig.json': '{}',
    '.gitignore': 'node_modules\n.env.local\n',
    '.env.local': variables.join(''),
    [name]: text,
    ...more,
  }
  writeFiles(folder, files)
  git(folder, 'init', '--quiet')
  git(folder, 'add', '--all')
  git(folder, '-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '--message', 'Create the app')
  return folder
}

const git = (folder: string, ...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' })
const read = (folder: string, file: string) => readFileSync(join(folder, file), 'utf8')

describe.each(TEMPLATES)('`licet init` in a $framework app', (template) => {
  const { framework, root, expected, folder: added, prefix } = template
  const [name, text] = root

  test('writes the agreement and the components, and adds them to the page', async () => {
    const folder = createApp(template)
    const { code, out, err } = await runLicet(['init', '--yes'], { cwd: folder })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain(`This is a ${framework} app. Its pages go through ${name}.`)
    expect(out).toContain(`Changed ${name}.`)
    const changed = read(folder, name)
    for (const lines of expected) expect(changed).toContain(lines)
    const consent = read(folder, `${added}/consent.tsx`)
    for (const variable of Object.keys(VALUES)) expect(consent).toContain(`${prefix}LICET_${variable}`)
    for (const part of ['<ConsentProvider', '<ConsentScreen', '<ConsentLink', '<ConsentGate']) expect(consent).toContain(part)
    expect(consent.startsWith("'use client'")).toBe(framework === 'Next.js')
    expect(read(folder, `${added}/agreement.ts`)).toContain("name: 'my-shop'")
    for (const file of [`${added}/consent.tsx`, `${added}/agreement.ts`, ...(name.endsWith('.tsx') ? [name] : [])])
      expect(() => parseAst(read(folder, file), { lang: 'tsx' }, file)).not.toThrow()
    // What was printed shows each line that changed.
    for (const line of changed.split('\n'))
      if (!text.split('\n').includes(line)) expect(out).toContain(`+ ${line.replaceAll('\t', '  ')}`)
  })

  // Regression: the printed command left .gitignore changed, and .env.local in place.
  test('is undone by the command that it prints, and changes nothing the second time', async () => {
    const folder = createApp(template)
    const [, undo = ''] = /^To undo: (.*)$/m.exec((await runLicet(['init', '--yes'], { cwd: folder })).out) ?? []
    const once = git(folder, 'status', '--porcelain')
    expect(await runLicet(['init', '--yes'], { cwd: folder })).toMatchObject({
      code: 0,
      out: expect.stringContaining('has a ConsentProvider already. Nothing was written.'),
    })
    expect(git(folder, 'status', '--porcelain')).toBe(once)
    execFileSync('/bin/sh', ['-c', undo], { cwd: folder, stdio: 'ignore' })
    expect(git(folder, 'status', '--porcelain')).toBe('')
    expect(read(folder, name)).toBe(text)
  })

  test('writes nothing without an answer, and after a no', async () => {
    const folder = createApp(template)
    for (const confirm of [undefined, async () => false]) {
      const { code, out } = await runLicet(['init'], { cwd: folder, ...(confirm !== undefined && { confirm }) })
      expect(code).toBe(1)
      expect(out).toContain('Nothing was written')
      expect(git(folder, 'status', '--porcelain')).toBe('')
    }
  })
})

describe('`licet init`', () => {
  const [vite, next, , , astro] = TEMPLATES as readonly [Template, Template, Template, Template, Template]

  test('writes JavaScript for an app in JavaScript', async () => {
    const folder = createApp({ ...vite, root: ['src/main.jsx', vite.root[1].replace('!)', ')')] })
    expect((await runLicet(['init', '--yes'], { cwd: folder })).code).toBe(0)
    const consent = read(folder, 'src/licet/consent.jsx')
    expect(consent).not.toMatch(/ReactNode|: string/)
    expect(() => parseAst(consent, { lang: 'jsx' })).not.toThrow()
    expect(existsSync(join(folder, 'src/licet/agreement.js'))).toBe(true)
  })

  test('finds the app router of Next.js in `src`', async () => {
    const folder = createApp({ ...next, root: ['src/app/layout.tsx', next.root[1]] })
    expect((await runLicet(['init', '--yes'], { cwd: folder })).code).toBe(0)
    expect(existsSync(join(folder, 'src/app/licet/consent.tsx'))).toBe(true)
  })

  test('creates a provider for an app that has none', async () => {
    const folder = createApp(vite)
    rmSync(join(folder, '.env.local'))
    const { code, out } = await runLicet(['init', '--yes'], { cwd: folder })
    expect([code, out]).toEqual([0, expect.stringContaining('Creating the database')])
    expect(read(folder, '.env.local')).toMatch(
      /^VITE_LICET_AUTH_URL=http:\/\/127\.0\.0\.1:8787\nVITE_LICET_PROVIDER_ID=[\w-]{36}\n/,
    )
    expect(read(folder, '.gitignore')).toContain('.licet/')
    expect(out).toMatch(/^To undo: .* && rm -r src\/licet \.env\.local$/m)
  })

  test.each([
    ['an app of another framework', { ...vite, packages: { react: '19' } }, 'package.json has none of Vite'],
    ['Astro without React', { ...astro, packages: { astro: '7' } }, 'Run `npx astro add react` first.'],
    [
      'Next.js with the pages router',
      { ...next, root: ['pages/index.tsx', ''] as const },
      'has none of the files src/app/layout, app/layout',
    ],
    ['a root file of another form', { ...vite, root: ['src/main.tsx', 'start()\n'] as const }, 'src/main.tsx has another form'],
  ])('writes nothing for %s', async (_, template, message) => {
    const folder = createApp(template)
    expect(await runLicet(['init', '--yes'], { cwd: folder })).toMatchObject({ code: 2, err: expect.stringContaining(message) })
    expect(git(folder, 'status', '--porcelain')).toBe('')
  })
})
