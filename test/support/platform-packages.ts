import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot, run } from './run-command.ts'

/** Packages of the registry that contain the program of a platform, and have no install script. */
const PACKAGES = {
  deno: { name: '@deno/linux-x64-glibc', version: '2.9.6', program: 'deno' },
  workerd: { name: '@cloudflare/workerd-linux-64', version: '1.20261117.1', program: 'bin/workerd' },
} as const

/** Returns the path of a JavaScript runtime for 64-bit Linux. Installs it the first time. */
export async function ensureRuntime(runtime: keyof typeof PACKAGES): Promise<string> {
  const { name, version, program } = PACKAGES[runtime]
  const folder = join(projectRoot, 'node_modules', '.cache', 'licet', `${runtime}-${version}`)
  const path = join(folder, 'node_modules', name, program)
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }))
    const options = ['--prefix', folder, '--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts']
    await run('npm', ['install', ...options, `${name}@${version}`])
  }
  return path
}
