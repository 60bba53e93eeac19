import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot, run } from '../support/run-command.ts'

/** The folder of the packages that the bench compares with licet. */
export const PEERS = join(projectRoot, 'test/bench/peers')

/** Installs the versions of the lock file, unless they are installed. */
export async function installPeers(): Promise<void> {
  const installed = join(PEERS, 'node_modules/.package-lock.json')
  const names = Object.keys(JSON.parse(readFileSync(join(PEERS, 'package.json'), 'utf8')).dependencies)
  if (existsSync(installed) && names.every((name) => existsSync(join(PEERS, 'node_modules', name)))) return
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: PEERS })
}
