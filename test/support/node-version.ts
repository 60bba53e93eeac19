import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { arch, platform } from 'node:process'
import { projectRoot } from './run-command.ts'

/**
 * Returns the folder of another version of Node, for `PATH`. A version is a whole one or a major one, of which the newest is taken.
 * Installs it the first time, from the packages of the registry that contain the binary and have no install script.
 */
export function ensureNode(version: string): string {
  const folder = join(projectRoot, 'node_modules', '.cache', 'licet', `node-${version}`)
  const name = `node-${platform === 'win32' ? 'win' : platform}-${arch}`
  const node = join(folder, 'node_modules', name, 'bin', 'node')
  if (!existsSync(node)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }))
    const options = ['--prefix', folder, '--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts']
    execFileSync('npm', ['install', ...options, `${name}@${version}`], { stdio: 'inherit' })
  }
  const actual = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
  if (!`${actual}.`.startsWith(`v${version}.`))
    throw new Error(`Node ${version} was expected in ${folder}, and it is ${actual}. Delete the folder and run this again.`)
  console.log(`Node ${actual}`)
  return dirname(node)
}
