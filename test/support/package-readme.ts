import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { toPackageReadme } from './to-package-readme.ts'

/** Replaces README.md by that of the package (`prepack`), or puts it back when the third argument is `restore` (`postpack`). */
export function main(): void {
  const readme = resolve('README.md')
  const kept = resolve('node_modules/.cache/licet/README.md')
  if (process.argv[3] === 'restore') {
    renameSync(kept, readme)
    return
  }
  const text = readFileSync(readme, 'utf8')
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  mkdirSync(dirname(kept), { recursive: true })
  writeFileSync(kept, text)
  writeFileSync(readme, toPackageReadme(text, version))
}
