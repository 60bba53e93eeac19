import { describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { publishedModules, reach } from '../support/dist.ts'

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
  const may = ['cli', 'service', 'terms', 'protocol', 'core']
  expect([...files].filter((name) => !may.includes(name.split('/')[0] ?? ''))).toEqual([])
})
