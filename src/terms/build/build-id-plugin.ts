import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const MODULE = /\/src\/terms\/build-id\.ts$/
const SOURCES = join(import.meta.dirname, '../..')

/** The layers that write the terms and compare a license with them. */
const LAYERS = ['core', 'terms', 'client']

/** Vite plugin: fills `build-id.ts` with a hash of the templates, of the words, and of the code that compiles and compares them. */
export function buildId(): Plugin {
  return {
    name: 'licet-build-id',
    enforce: 'pre',
    load: {
      filter: { id: MODULE },
      handler() {
        const hash = createHash('sha256')
        for (const layer of LAYERS)
          for (const name of readdirSync(join(SOURCES, layer), { recursive: true, encoding: 'utf8' }).sort()) {
            if (!/\.(?:ts|md)$/.test(name)) continue
            const file = join(SOURCES, layer, name)
            this.addWatchFile(file)
            hash.update(`${layer}/${name}\0`).update(readFileSync(file)).update('\0')
          }
        return `export const BUILD_ID = ${JSON.stringify(hash.digest('base64url').slice(0, 22))}\n`
      },
    },
  }
}
