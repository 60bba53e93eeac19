import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readDeployFile, replaceLine } from './deploy-files.ts'
import { freePort, unprivilegedUser } from './postgres.ts'
import { ensureProgram } from './program.ts'
import { type RestartableServer, startServer } from './restartable-server.ts'

/** A PgBouncer in transaction mode, with the published configuration. */
export interface TestPgBouncer extends RestartableServer {
  /** Returns the connection string of a database through PgBouncer. */
  through(databaseUrl: string): string
}

/** Starts PgBouncer in front of a PostgreSQL server of this machine. Resolves when it listens. */
export async function startPgBouncer(postgresUrl: string): Promise<TestPgBouncer> {
  const program = ensureProgram('pgbouncer', 'pgbouncer')
  const user = unprivilegedUser()
  const folder = mkdtempSync(join(tmpdir(), 'licet-pgbouncer-'))
  const port = await freePort()
  const users = join(folder, 'userlist.txt')
  const configuration = join(folder, 'pgbouncer.ini')
  writeFileSync(users, '"licet" ""\n')
  const changes = {
    licet: `* = host=127.0.0.1 port=${new URL(postgresUrl).port}`,
    listen_port: `listen_port = ${port}`,
    auth_type: 'auth_type = trust',
    auth_file: `auth_file = ${users}\nunix_socket_dir =`,
  }
  const text = Object.entries(changes).reduce(
    (all, [name, line]) => replaceLine(all, `${name} = `, line),
    readDeployFile('pgbouncer.ini'),
  )
  writeFileSync(configuration, text)
  chmodSync(folder, 0o700)
  if (user !== undefined) for (const path of [folder, users, configuration]) chownSync(path, user.uid, user.gid)
  const server = await startServer(program, [configuration], { port, cwd: folder, ...user })
  return {
    ...server,
    through: (databaseUrl) => Object.assign(new URL(databaseUrl), { port: String(port) }).href,
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
