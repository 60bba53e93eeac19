import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres, type TestPostgres } from '../../support/postgres.ts'
import { plainEnvironment, projectRoot } from '../../support/run-command.ts'

let server: TestPostgres
const folder = mkdtempSync(join(tmpdir(), 'licet-password-'))
beforeAll(async () => {
  const file = join(folder, 'pg_hba.conf')
  writeFileSync(file, 'host all all 127.0.0.1/32 scram-sha-256\n')
  chmodSync(folder, 0o755)
  // A separate server, for its rules of access. It waits longer for a password than this test runs.
  server = await startPostgres({ settings: [`hba_file=${file}`, 'authentication_timeout=600'] })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

// Regression: the connection stayed open, so each command ran on until the server closed it after a minute.
test.each(['license list', 'migrate', 'serve --port 0', 'doctor --port 0'])(
  '`licet %s` ends immediately without a password that the server requires',
  async (command) => {
    const args = [join(projectRoot, 'test/support/licet.mjs'), ...command.split(' '), '--database-url', server.url]
    const child = spawn(execPath, args, { cwd: projectRoot, env: plainEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] })
    try {
      const [[code], out, err] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
      expect([code, out + err]).toEqual([
        command.startsWith('doctor') ? 1 : 2,
        expect.stringContaining('the server requires a password, and none is set'),
      ])
    } finally {
      child.kill('SIGKILL')
    }
  },
)
