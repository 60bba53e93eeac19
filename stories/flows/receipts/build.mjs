// Builds the library and the demo when their sources are newer than what was built, so that a clean clone starts with one command.
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

/** Brings `dist` and the built demo up to date and answers with the demo's folder. */
export async function buildWhatChanged() {
  const index = join(built, 'index.html')
  const fresh =
    existsSync(index) &&
    existsSync(join(root, 'dist/index.js')) &&
    SOURCES.every((path) => newest(join(root, path)) <= statSync(index).mtimeMs)
  if (!fresh) {
    const { build } = await import('vite')
    const configFile = join(root, 'vite.config.ts')
    if (process.stdout.isTTY) console.log('\n  Building the demo: this is needed once.')
    await build({ root, configFile, logLevel: 'warn' })
    await build({ configFile, mode: 'demo', logLevel: 'warn' })
  }
  return { pages: built }
}
