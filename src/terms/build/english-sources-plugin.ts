import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const MODULE = /\/src\/terms\/english-sources\.ts$/
const ENGLISH = join(import.meta.dirname, '../languages/en')

/** Vite plugin: fills `english-sources.ts` with the Markdown that a new language is translated from. */
export function englishSources(): Plugin {
  return {
    name: 'licet-english-sources',
    enforce: 'pre',
    load: {
      filter: { id: MODULE },
      handler() {
        const sources: Record<string, string> = {}
        for (const kind of ['templates', 'parts'])
          for (const name of readdirSync(join(ENGLISH, kind)).sort()) {
            const file = join(ENGLISH, kind, name)
            this.addWatchFile(file)
            sources[`${kind}/${name.replace(/\.md$/, '')}`] = readFileSync(file, 'utf8')
          }
        return `export const ENGLISH_SOURCES = ${JSON.stringify(sources)}\n`
      },
    },
  }
}
