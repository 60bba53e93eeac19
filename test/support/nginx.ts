import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeBlocks } from './documents.ts'
import { freePort } from './postgres.ts'
import { ensureProgram } from './program.ts'
import { type RestartableServer, startServer } from './restartable-server.ts'

/** An nginx in front of two processes, with the configuration of the guide. */
export interface TestNginx extends RestartableServer {
  readonly url: string
}

/** Starts nginx in front of two ports of this machine. Resolves when it listens. */
export async function startNginx(ports: readonly [number, number]): Promise<TestNginx> {
  const program = ensureProgram('nginx', 'nginx')
  const folder = mkdtempSync(join(tmpdir(), 'licet-nginx-'))
  const configuration = join(folder, 'nginx.conf')
  const port = await freePort()
  const [site = ''] = codeBlocks('docs/guides/deploy.md', 'nginx')
  const here: Readonly<Record<string, number>> = { 8787: ports[0], 8788: ports[1], 8080: port }
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`)
  // Everything else has the default of nginx. As root, its workers would be another user, who cannot write to the folder.
  const main = `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${join(folder, 'pid')}; events {}`
  const ofGuide = site.replace(/\b(?:8787|8788|8080)\b/g, (name) => String(here[name]))
  writeFileSync(configuration, `${main}\nhttp { access_log off; ${paths.join(' ')}\n${ofGuide}}\n`)
  const server = await startServer(program, ['-c', configuration, '-e', join(folder, 'error.log')], { port, cwd: folder })
  return {
    ...server,
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      // At SIGKILL, its workers would stay.
      await server.kill('SIGTERM')
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
