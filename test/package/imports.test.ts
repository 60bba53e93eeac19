import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { dist, importedFiles, publishedModules, reach } from '../support/dist.ts'
import { projectRoot, run } from '../support/run-command.ts'

/** What may be reached from a subpath: layers of ours, and packages of others. The table of the architecture, followed to its ends. */
const TERMS = { layers: ['terms', 'core'], packages: [] }
const CLIENT = { layers: ['client', 'protocol', ...TERMS.layers], packages: ['@noble/hashes', 'jose'] }
const SERVICE = {
  layers: ['service', 'protocol', 'core'],
  packages: ['@electric-sql/pglite', '@noble/hashes', 'hono', 'jose', 'pg', 'valibot'],
}
const NODE = /^node:/
const MAY: Readonly<Record<string, { readonly layers: readonly string[]; readonly packages: readonly (string | RegExp)[] }>> = {
  '.': {
    layers: ['index.js', 'components', 'react', 'theme', 'locales', ...CLIENT.layers],
    packages: [...CLIENT.packages, 'react', 'react-dom', '@tanstack/react-query', 'react-markdown', 'remark-gfm'],
  },
  './client': CLIENT,
  './service': SERVICE,
  './service/node': { layers: SERVICE.layers, packages: [...SERVICE.packages, '@hono/node-server', NODE] },
  './terms': TERMS,
  './templates': TERMS,
  './theme': { layers: ['theme'], packages: [] },
  './testing': {
    layers: ['testing', ...CLIENT.layers, ...SERVICE.layers],
    packages: [...CLIENT.packages, ...SERVICE.packages],
  },
  './locales': { layers: ['locales', 'core'], packages: [] },
}

const modules = [...publishedModules()]

function rowOf(subpath: string) {
  const row = MAY[subpath] ?? MAY[subpath.split('/').slice(0, 2).join('/')]
  if (row === undefined) throw new Error(`${subpath} is published and has no row in this table.`)
  return row
}

describe('what a published subpath reaches', () => {
  it.each(modules)('%s keeps to its layers and packages', (subpath, file) => {
    const may = rowOf(subpath)
    const { files, packages } = reach(file)
    const foreignFiles = [...files].filter((name) => !may.layers.includes(name.split('/')[0] ?? ''))
    const foreignPackages = [...packages].filter(
      (name) => !may.packages.some((allowed) => (typeof allowed === 'string' ? allowed === name : allowed.test(name))),
    )
    expect({ foreignFiles, foreignPackages }).toEqual({ foreignFiles: [], foreignPackages: [] })
  })

  it.each(modules.filter(([subpath]) => subpath !== './service/node'))('%s knows nothing of Node', (_, file) => {
    const { files, packages } = reach(file)
    expect([...packages].filter((name) => NODE.test(name))).toEqual([])
    expect([...files].filter((name) => name.startsWith('service/node'))).toEqual([])
  })

  it.each(modules)('%s imports no CSS', (_, file) => {
    const { files, packages } = reach(file)
    expect([...files, ...packages].filter((name) => name.endsWith('.css'))).toEqual([])
  })
})

it('the command `licet` keeps to its layers', () => {
  const { files } = reach(manifest.bin.licet.replace('./dist/', ''))
  const may = ['cli', 'service', 'client', 'terms', 'protocol', 'core']
  expect([...files].filter((name) => !may.includes(name.split('/')[0] ?? ''))).toEqual([])
})

/** Whose values each layer may import itself: the table of the architecture. Types leave no trace in what is published. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  core: [],
  theme: [],
  protocol: ['core'],
  terms: ['core'],
  locales: ['core'],
  client: ['protocol', 'terms', 'core'],
  service: ['protocol', 'core'],
  cli: ['service', 'client/verify-receipt.js', 'terms', 'protocol', 'core'],
  react: ['client', 'terms', 'locales/format', 'core'],
  components: ['react', 'core', 'terms', 'locales'],
  testing: ['service', 'client', 'protocol', 'core'],
  'index.js': ['components', 'react', 'theme', 'client/service-client.js', 'core/errors.js'],
}

it.each(Object.entries(LAYERS))('%s imports values of its own row of the table alone', (layer, may) => {
  const isOf = (file: string, names: readonly string[]) => names.some((name) => file === name || file.startsWith(`${name}/`))
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.js') && isOf(name, [layer]),
  )
  expect(files).not.toEqual([])
  const foreign = files.flatMap((file) => importedFiles(file).map((imported) => [file, imported] as const))
  expect(foreign.filter(([, imported]) => !isOf(imported, [layer, ...may]))).toEqual([])
})

it('the React kit brings the English words and no others', () => {
  const { files } = reach('index.js')
  const catalogs = [...files].filter((name) => name.startsWith('locales/') && !name.startsWith('locales/format/'))
  expect(catalogs).toEqual(['locales/en.js'])
})

/** What the compiler lets through, in a file of a layer; the rule that refuses it. */
const REFUSED = [
  ['core/clock.ts', 'export const at = Date.now()', 'noJsRestrictedProperties'],
  ['protocol/chance.ts', 'export const chance = Math.random()', 'noJsRestrictedProperties'],
  ['react/words.ts', "export { en } from '../locales/en.ts'", 'noRestrictedImports'],
  ['react/late-words.ts', "export const load = () => import('../locales/en.ts')", 'noRestrictedImports'],
  ['react/theme.ts', "export { createTheme } from '../theme/index.ts'", 'noRestrictedImports'],
  ['react/wire.ts', "export { AUTH_PATHS } from '../protocol/paths.ts'", 'noRestrictedImports'],
  ['components/link/client.ts', "export type { ServiceClient } from '../../client/index.ts'", 'noRestrictedImports'],
  ['components/link/request.ts', "export const ask = () => fetch('/')", 'noRestrictedGlobals'],
  ['components/link/storage.ts', "export const kept = () => localStorage.getItem('kept')", 'noRestrictedGlobals'],
  ['components/link/window.ts', 'export const width = () => window.innerWidth', 'noRestrictedGlobals'],
] as const
/** What a layer may do, beside it. */
const ALLOWED = [
  ['core/time.ts', 'export const toTime = (text: string) => Math.round(Date.parse(text))'],
  ['react/lines.ts', "export { createTranslator } from '../locales/format/translator.ts'"],
  ['react/types.ts', "export type { Messages } from '../locales/format/messages.ts'"],
  ['components/link/words.ts', "export { en } from '../../locales/en.ts'"],
] as const

it('Biome refuses what the compiler cannot see, and nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'licet-layers-'))
  for (const name of ['.biome.json', '.gitignore']) copyFileSync(join(projectRoot, name), join(folder, name))
  for (const [name, code] of [...REFUSED, ...ALLOWED]) {
    mkdirSync(dirname(join(folder, 'src', name)), { recursive: true })
    writeFileSync(join(folder, 'src', name), `${code}\n`)
  }
  const biome = join(projectRoot, 'node_modules/.bin/biome')
  // It ends with 1, and tells a line for each.
  const told = await run(biome, ['lint', '--config-path=.biome.json', '--reporter=github', '.'], { cwd: folder }).catch(
    (error: Error) => error.message,
  )
  rmSync(folder, { recursive: true })
  const found = [...told.matchAll(/title=lint\/\w+\/(\w+),file=(?:[^,]*\/)?src\/([^,]+),/g)].map(
    ([, rule, file]) => `${file} ${rule}`,
  )
  expect(found.sort()).toEqual(REFUSED.map(([file, , rule]) => `${file} ${rule}`).sort())
})
