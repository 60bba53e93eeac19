import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readDeployFile, replaceLine } from './deploy-files.ts'
import { freePort } from './postgres.ts'
import { ensureProgram } from './program.ts'
import { type RestartableServer, startServer } from './restartable-server.ts'

/** An HAProxy in front of two processes, with the published configuration. */
export interface TestHaproxy extends RestartableServer {
  readonly url: string
}

/**
 * Starts HAProxy in front of two ports of this machine. Resolves when it listens. With `limit`, it limits the
 * requests of this machine to this number in 10 s, as the published configuration limits the requests of other addresses.
 */
export async function startHaproxy(ports: readonly [number, number], limit?: number): Promise<TestHaproxy> {
  const program = ensureProgram('haproxy', 'haproxy')
  const folder = mkdtempSync(join(tmpdir(), 'licet-haproxy-'))
  const configuration = join(folder, 'haproxy.cfg')
  const port = await freePort()
  const changes = [
    ['  bind ', `  bind 127.0.0.1:${port}`],
    ['  server licet1 ', `  server licet1 127.0.0.1:${ports[0]}`],
    ['  server licet2 ', `  server licet2 127.0.0.1:${ports[1]}`],
  ] as const
  writeFileSync(
    configuration,
    changes
      .reduce((all, [start, line]) => replaceLine(all, start, line), readDeployFile('haproxy.cfg'))
      .replace(/ gt \d+ \} !\{ src [\d./]+ \}/, (condition) => (limit === undefined ? condition : ` gt ${limit} }`)),
  )
  const server = await startServer(program, ['-db', '-f', configuration], { port, cwd: folder })
  return {
    ...server,
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
