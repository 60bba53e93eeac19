// Builds the library and the demo when a source is newer than the last build, so a clean clone starts with one command.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../../..')
const built = join(root, 'node_modules/.cache/licet/demo')
const SOURCES = ['src', 'stories/flows/receipts', 'vite.config.ts', 'package.json', 'package-lock.json']

function newest(path) {
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))))
}

/** Builds `dist` and the demo if they are out of date. Returns the folder of the built pages. */
export async function buildIfChanged() {
  const index = join(built, 'index.html')
  const isCurrent =
    existsSync(index) &&
    existsSync(join(root, 'dist/index.js')) &&
    SOURCES.every((path) => newest(join(root, path)) <= statSync(index).mtimeMs)
  if (!isCurrent) {
    const { build } = await import('vite')
    const configFile = join(root, 'vite.config.ts')
    if (process.stdout.isTTY) console.log('\n  Building the demo. The next start skips this step.')
    await build({ root, configFile, logLevel: 'warn' })
    await build({ configFile, mode: 'demo', logLevel: 'warn' })
  }
  return { pages: built }
}
