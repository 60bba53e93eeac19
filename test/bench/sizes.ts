import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { bundle, transferSize } from '../support/bundle.ts'
import { dist, publishedModules } from '../support/dist.ts'
import { printTable } from '../support/print-table.ts'

const kB = (bytes: number) => (bytes / 1000).toFixed(1)
const PEERS = [/^react($|\/)/, /^react-dom($|\/)/, /^hono($|\/)/, /^@hono\//, /^pg($|\/)/, /^@electric-sql\//, /^node:/]

/** Measures the size of each subpath when an app imports all of it: at page load, and with all code that loads later. Peers do not count. */
export async function measureSizes(): Promise<void> {
  const rows: (string | number)[][] = []
  for (const subpath of pickSubpaths([...publishedModules().keys()])) {
    const name = subpath.replace('.', 'licet')
    const chunks = await bundle(`export * from '${name}'; export * as all from '${name}'`, { external: PEERS })
    const first = transferSize(chunks.filter((chunk) => chunk.first))
    const all = transferSize(chunks)
    rows.push([name, kB(first.gzip), kB(first.brotli), kB(all.gzip), kB(all.brotli)])
  }
  const css = readFileSync(join(dist, 'styles.css'))
  const sizes = [kB(gzipSync(css, { level: 9 }).length), kB(brotliCompressSync(css).length)]
  rows.push(['licet/styles.css', ...sizes, ...sizes])
  printTable('Size of each subpath, kB', ['subpath', 'first gzip', 'first brotli', 'all gzip', 'all brotli'], rows)
}

/** Returns every subpath, but only English of the locales and only one of the templates. */
function pickSubpaths(subpaths: readonly string[]): readonly string[] {
  return subpaths.filter(
    (subpath) => !/^\.\/(?:templates|locales)\//.test(subpath) || ['./templates/en/rewards', './locales/en'].includes(subpath),
  )
}
