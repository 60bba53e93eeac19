import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { dist, findImportCycle, importedFiles, publishedModules, reach } from '../support/dist.ts'
import { projectRoot, run } from '../support/run-command.ts'

/** The layers and packages that a subpath may reach: the table in the architecture, with everything that its layers may import. */
const TERMS = { layers: ['terms', 'core'], packages: [] }
/** The parser of Markdown that `react-markdown` contains. */
const PARSER = ['mdast-util-from-markdown', 'mdast-util-gfm', 'mdast-util-to-hast', 'micromark-extension-gfm']
const CLIENT = { layers: ['client', 'protocol', 'log', ...TERMS.layers], packages: ['@noble/ed25519', '@noble/hashes', 'jose'] }
/** Helpers for the backend of an app. They run on the server of any framework, even on an edge. */
const SERVER = { layers: ['server', ...CLIENT.layers], packages: CLIENT.packages }
const SERVICE = {
  layers: ['service', 'protocol', 'log', 'core'],
  packages: [
    '@electric-sql/pglite',
    '@noble/hashes',
    '@valibot/to-json-schema',
    'hono',
    'jose',
    'pg',
    'standardwebhooks',
    'valibot',
  ],
}
const NODE = /^node:/
/** The folder of the joined files: pure modules of `core`, `terms` and `client` that a page loads together. */
const JOINED = 'joined'
const MAY: Readonly<Record<string, { readonly layers: readonly string[]; readonly packages: readonly (string | RegExp)[] }>> = {
  '.': {
    layers: ['index.js', 'components', 'react', 'query', 'receipt', 'theme', 'locales', ...CLIENT.layers],
    packages: [...CLIENT.packages, 'react', 'react-dom', '@tanstack/react-query', 'react-markdown', 'remark-gfm'],
  },
  './client': CLIENT,
  // One file.
  './browser': { layers: ['client'], packages: [] },
  './query': { layers: ['query', ...CLIENT.layers], packages: [...CLIENT.packages, '@tanstack/react-query'] },
  // Only a development build reaches more than the first file.
  './devtools': {
    layers: ['devtools', 'react', 'receipt', 'locales', ...CLIENT.layers],
    packages: [...CLIENT.packages, 'react', 'react-dom', '@tanstack/react-query'],
  },
  './service': SERVICE,
  './service/node': {
    layers: SERVICE.layers,
    packages: [...SERVICE.packages, '@hono/node-server', '@opentelemetry/api', 'prom-client', NODE],
  },
  // receiptEmail() writes a receipt in words.
  './server': { layers: ['locales', 'receipt', ...SERVER.layers], packages: SERVER.packages },
  './next': SERVER,
  './hono': SERVER,
  // The parser of Markdown and SHA-3 load with prepareAgreement(), which no screen calls.
  './terms': { ...TERMS, packages: ['@noble/hashes', ...PARSER] },
  './compiler': { ...CLIENT, packages: [] },
  // The parser of Markdown is in no other subpath that a screen loads.
  './terms/lint': { ...TERMS, packages: PARSER },
  './templates': TERMS,
  './vite': { layers: ['vite', ...TERMS.layers], packages: ['vite', '@noble/hashes', ...PARSER] },
  './theme': { layers: ['theme'], packages: ['culori'] },
  // A shipped theme loads no color library.
  './themes': { layers: ['theme'], packages: [] },
  './testing': {
    layers: ['testing', ...CLIENT.layers, ...SERVICE.layers],
    packages: [...CLIENT.packages, ...SERVICE.packages],
  },
  './locales': { layers: ['locales', 'core'], packages: [] },
}

const modules = [...publishedModules()]

function rowOf(subpath: string) {
  const row = MAY[subpath] ?? MAY[subpath.split('/').slice(0, 2).join('/')]
  if (row === undefined) throw new Error(`${subpath} is published, and this test does not know it. Add it to MAY.`)
  return row
}

describe('a published subpath', () => {
  it.each(modules)('%s reaches only its layers and packages', (subpath, file) => {
    const may = rowOf(subpath)
    const { files, packages } = reach(file)
    const foreignFiles = [...files].filter((name) => ![JOINED, ...may.layers].includes(name.split('/')[0] ?? ''))
    const foreignPackages = [...packages].filter(
      (name) => !may.packages.some((allowed) => (typeof allowed === 'string' ? allowed === name : allowed.test(name))),
    )
    expect({ foreignFiles, foreignPackages }).toEqual({ foreignFiles: [], foreignPackages: [] })
  })

  it.each(modules.filter(([subpath]) => subpath !== './service/node'))('%s reaches no module of Node', (_, file) => {
    const { files, packages } = reach(file)
    expect([...packages].filter((name) => NODE.test(name))).toEqual([])
    expect([...files].filter((name) => name.startsWith('service/node'))).toEqual([])
  })

  it.each(modules.filter(([subpath]) => !['.', './query', './devtools'].includes(subpath)))('%s works without React', (_, file) => {
    const { packages } = reach(file)
    expect([...packages].filter((name) => /^react(?:-|$)|^@tanstack\//.test(name))).toEqual([])
  })

  it.each(modules)('%s imports no CSS', (_, file) => {
    const { files, packages } = reach(file)
    expect([...files, ...packages].filter((name) => name.endsWith('.css'))).toEqual([])
  })
})

// The build merges modules. A file that imports itself through others would use a value before it exists.
it('no published file imports itself through others', () => {
  expect(findImportCycle(modules.map(([, file]) => file))).toBeUndefined()
})

it('the command `licet` reaches only its layers, and works without React', () => {
  const { files, packages } = reach(manifest.bin.licet.replace('./dist/', ''))
  const may = ['cli', 'service', 'client', 'terms', 'theme', 'locales', 'protocol', 'log', 'core', JOINED]
  expect([...packages].filter((name) => /^react(?:-|$)/.test(name))).toEqual([])
  expect([...files].filter((name) => !may.includes(name.split('/')[0] ?? ''))).toEqual([])
})

/** The layers whose values a layer may import: the table in the architecture. Imports of types are not in the published files. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  core: [],
  theme: [],
  log: ['core'],
  protocol: ['core'],
  terms: ['core'],
  locales: ['core'],
  client: ['protocol', 'log', 'terms', 'core'],
  service: ['protocol', 'log', 'core'],
  server: ['client', 'protocol', 'locales', 'receipt', 'core'],
  cli: [
    'service',
    'client/auth-client.js',
    'client/http',
    'client/verify-receipt.js',
    'terms',
    'theme',
    'locales/en.js',
    'protocol',
    'log',
    'core',
  ],
  receipt: ['terms', 'log', 'locales/format', 'core'],
  react: ['client', 'query/verified-options.js', 'terms', 'receipt', 'locales', 'core'],
  query: ['client', 'protocol', 'core'],
  components: ['react', 'receipt', 'core', 'terms', 'locales'],
  testing: ['service', 'client', 'protocol', 'core'],
  devtools: ['react', 'receipt', 'client', 'terms', 'core'],
  vite: ['terms', 'core'],
  'index.js': ['components', 'react', 'theme', 'client/service-client.js'],
}

it.each(Object.entries(LAYERS))('%s imports values only of the layers that the table allows', (layer, may) => {
  const isOf = (file: string, names: readonly string[]) => names.some((name) => file === name || file.startsWith(`${name}/`))
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.js') && isOf(name, [layer]),
  )
  expect(files).not.toEqual([])
  const foreign = files.flatMap((file) => importedFiles(file).map((imported) => [file, imported] as const))
  expect(foreign.filter(([, imported]) => !isOf(imported, [layer, JOINED, ...may]))).toEqual([])
})

it('what a server calls reaches no file for browsers, and the joined file of the React kit is one', () => {
  const isForBrowsers = (file: string) => readFileSync(join(dist, file), 'utf8').startsWith('"use client"')
  expect([...reach('react/hint/consent-hint.js').files].filter(isForBrowsers)).toEqual([])
  expect(['joined/gate.js', 'joined/screen.js', 'react/gate.js'].filter(isForBrowsers)).toEqual(['react/gate.js'])
})

it('a joined file, which every layer may import, imports nothing but the other one', () => {
  const { files, packages } = reach('joined/screen.js')
  expect([...packages]).toEqual([])
  expect([...files].sort()).toEqual(['joined/gate.js', 'joined/screen.js'])
})

it('the React kit loads other words than the English ones only through load-language.js', () => {
  const { files } = reach('index.js', { without: 'react/provider/load-language.js' })
  const catalogs = [...files].filter((name) => name.startsWith('locales/') && !name.startsWith('locales/format/'))
  expect(catalogs).toEqual(['locales/en.js'])
})

/** Code that the compiler accepts in a file of a layer, and the rule of Biome that refuses it. */
const REFUSED = [
  ['core/clock.ts', 'export const at = Date.now()', 'noJsRestrictedProperties'],
  ['protocol/chance.ts', 'export const chance = Math.random()', 'noJsRestrictedProperties'],
  ['react/words.ts', "export { en } from '../locales/en.ts'", 'noRestrictedImports'],
  ['react/late-words.ts', "export const load = () => import('../locales/en.ts')", 'noRestrictedImports'],
  ['react/theme.ts', "export { createTheme } from '../theme/index.ts'", 'noRestrictedImports'],
  ['react/wire.ts', "export { AUTH_PATHS } from '../protocol/paths.ts'", 'noRestrictedImports'],
  ['receipt/words.ts', "export { en } from '../locales/en.ts'", 'noRestrictedImports'],
  ['components/link/client.ts', "export type { ServiceClient } from '../../client/index.ts'", 'noRestrictedImports'],
  ['components/link/request.ts', "export const ask = () => fetch('/')", 'noRestrictedGlobals'],
  ['components/link/storage.ts', "export const kept = () => localStorage.getItem('kept')", 'noRestrictedGlobals'],
  ['components/link/window.ts', 'export const width = () => window.innerWidth', 'noRestrictedGlobals'],
] as const
/** Code that a layer may contain. */
const ALLOWED = [
  ['core/time.ts', 'export const toTime = (text: string) => Math.round(Date.parse(text))'],
  ['react/provider/load-language.ts', "export { en } from '../../locales/en.ts'"],
  ['react/languages/de.ts', "export { de } from '../../locales/de.ts'"],
  ['receipt/lines.ts', "export { createTranslator } from '../locales/format/translator.ts'"],
  ['react/lines.ts', "export { createTranslator } from '../locales/format/translator.ts'"],
  ['react/types.ts', "export type { Messages } from '../locales/format/messages.ts'"],
  ['components/link/words.ts', "export { en } from '../../locales/en.ts'"],
] as const

it('Biome refuses exactly the code that the compiler cannot refuse', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'licet-layers-'))
  for (const name of ['.biome.json', '.gitignore']) copyFileSync(join(projectRoot, name), join(folder, name))
  for (const [name, code] of [...REFUSED, ...ALLOWED]) {
    mkdirSync(dirname(join(folder, 'src', name)), { recursive: true })
    writeFileSync(join(folder, 'src', name), `${code}\n`)
  }
  const biome = join(projectRoot, 'node_modules/.bin/biome')
  // Biome exits with 1 and prints one line for each error.
  const output = await run(biome, ['lint', '--config-path=.biome.json', '--reporter=github', '.'], { cwd: folder }).catch(
    (error: Error) => error.message,
  )
  rmSync(folder, { recursive: true })
  const found = [...output.matchAll(/title=lint\/\w+\/(\w+),file=(?:[^,]*\/)?src\/([^,]+),/g)].map(
    ([, rule, file]) => `${file} ${rule}`,
  )
  expect(found.sort()).toEqual(REFUSED.map(([file, , rule]) => `${file} ${rule}`).sort())
})
