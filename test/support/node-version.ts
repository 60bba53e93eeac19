import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './run-command.ts'

/** Returns the path of another major version of Node, which the registry's `node` package brings. Installs it the first time. */
export function ensureNode(major: number): string {
  const folder = join(projectRoot, 'node_modules', '.cache', 'licet', `node-${major}`)
  const node = join(folder, 'node_modules', '.bin', 'node')
  if (!existsSync(node)) {
    mkdirSync(folder, { recursive: true })
    // Its install script fetches the binary for this platform from the registry, so this one script is allowed.
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, allowScripts: { node: true } }))
    const options = ['--prefix', folder, '--no-audit', '--no-fund', '--no-package-lock']
    execFileSync('npm', ['install', ...options, `node@${major}`], { stdio: 'inherit' })
  }
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
  if (!version.startsWith(`v${major}.`))
    throw new Error(`Node ${major} was expected in ${folder}, and it is ${version}. Delete the folder and run this again.`)
  console.log(`Node ${version}`)
  return node
}
