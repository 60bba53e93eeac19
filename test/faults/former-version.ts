import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ServeOptions } from '../../src/service/node.ts'
import { plainEnvironment, projectRoot, run } from '../support/run-command.ts'
import type { FaultLoad } from './load-process.ts'

/** The last migration of the previous version, which is the commit that adds it. */
const LAST_MIGRATION = 'src/service/storage/migrations/0020-store-license-as-signed.ts'
const RUN = 'test/support/run-ts.mjs'

/** An earlier version of the project, as its sources in a folder. */
export interface FormerVersion {
  /** The version of its schema. */
  readonly schema: number
  /** Creates a provider with devices in a database, and migrates it before. */
  registerDevices(databaseUrl: string): Promise<Pick<FaultLoad, 'providerId' | 'clients'>>
  /** Starts its service. Resolves when it listens. */
  serve(options: ServeOptions): Promise<{ readonly url: string; stop(): Promise<void> }>
  close(): void
}

/** Takes the version with {@link LAST_MIGRATION} from the history of the project. It uses the packages of this version. */
export async function openFormerVersion(): Promise<FormerVersion> {
  const added = await run('git', ['log', '--diff-filter=A', '--format=%H', '--', LAST_MIGRATION]).catch(() => '')
  const commit = added.trim().split('\n').at(-1) ?? ''
  if (commit === '')
    throw new Error(
      `The history has no commit that adds ${LAST_MIGRATION}, so the upgrade was not tested. Run git fetch --unshallow.`,
    )
  const folder = mkdtempSync(join(tmpdir(), 'licet-former-'))
  const archive = join(folder, 'former.tar')
  await run('git', [
    'archive',
    '--output',
    archive,
    commit,
    'src',
    'test/support',
    'test/fixtures',
    'package.json',
    'tsconfig.json',
  ])
  await run('tar', ['-xf', archive, '-C', folder])
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'))
  await run('mkdir', ['-p', join(folder, 'test/faults')])
  copyFileSync(join(import.meta.dirname, 'register-devices.ts'), join(folder, 'test/faults/register-devices.ts'))
  writeFileSync(
    join(folder, 'test/faults/former.ts'),
    [
      "import { registerDevices } from './register-devices.ts'",
      "import { MIGRATIONS } from '../../src/service/storage/migrations.ts'",
      "const devices = await registerDevices(process.env.DATABASE_URL ?? '')",
      'export const main = () => console.log(JSON.stringify({ ...devices, schema: MIGRATIONS.length }))',
    ].join('\n'),
  )
  let schema = 0
  return {
    get schema() {
      return schema
    },
    registerDevices: async (databaseUrl) => {
      const output = await run(process.execPath, [RUN, 'test/faults/former.ts'], {
        cwd: folder,
        env: { DATABASE_URL: databaseUrl },
      })
      const { schema: version, ...devices } = JSON.parse(output)
      schema = version
      return devices
    },
    serve: async (options) => {
      const child = spawn(process.execPath, [RUN, 'test/fixtures/serve-child.ts'], {
        cwd: folder,
        env: { ...plainEnvironment(), SERVE: JSON.stringify(options) },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const ended = once(child, 'exit')
      const line = once(createInterface(child.stdout), 'line')
      const [url] = await Promise.race([line, ended.then(() => Promise.reject(new Error('The former version ended.')))])
      const stop = async () => {
        child.kill('SIGKILL')
        await ended
      }
      return { url: String(url), stop }
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
