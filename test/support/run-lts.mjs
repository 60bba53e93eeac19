// `npm run test:lts`: the suites that run in Node, on the Node 24 that the registry's `node` package brings.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const folder = join(root, 'node_modules', '.cache', 'licet', 'node-24')
const node = join(folder, 'node_modules', '.bin', 'node')

if (!existsSync(node)) {
  mkdirSync(folder, { recursive: true })
  // Its install script fetches the binary of this platform from the registry: that one script is wanted.
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, allowScripts: { node: true } }))
  execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--no-package-lock', 'node@24'], {
    stdio: 'inherit',
  })
}
const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
console.log(`Node ${version}`)
if (!version.startsWith('v24.')) throw new Error(`Wanted Node 24 and got ${version}. Remove ${folder} and run this again.`)
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const result = spawnSync(node, [vitest, 'run', '--project', 'node', '--reporter=dot', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
process.exitCode = result.status ?? 1
