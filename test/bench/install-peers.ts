import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot, run } from '../support/run-command.ts'

/** Where what is measured beside this package lives. */
export const PEERS = join(projectRoot, 'test/bench/peers')

/** Installs the peers, as their lock file has them, unless they are there. */
export async function installPeers(): Promise<void> {
  const installed = join(PEERS, 'node_modules/.package-lock.json')
  const wanted = Object.keys(JSON.parse(readFileSync(join(PEERS, 'package.json'), 'utf8')).dependencies)
  if (existsSync(installed) && wanted.every((name) => existsSync(join(PEERS, 'node_modules', name)))) return
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: PEERS })
}
