import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { installDebianPackages } from '../support/chromium.ts'
import { readCompose, readDockerfile } from '../support/deploy-files.ts'
import { freePort, startPostgres, type TestPostgres } from '../support/postgres.ts'
import { childrenOf } from '../support/processes.ts'
import { run } from '../support/run-command.ts'

const BWRAP = '/usr/bin/bwrap'
const PASSWORD = 'a password of the file'

let app = ''
let secret = ''
let postgres: TestPostgres

/** The folder of the image, made by the RUN steps of the Dockerfile with the packed tarball. */
beforeAll(async () => {
  if (!existsSync(BWRAP)) installDebianPackages('bubblewrap')
  app = mkdtempSync(join(tmpdir(), 'licet-image-'))
  secret = join(app, 'database-password')
  writeFileSync(secret, `${PASSWORD}\n`)
  for (const [instruction, text] of readDockerfile()) {
    if (instruction !== 'RUN') continue
    await run('/bin/sh', ['-c', text.replace('licet@$LICET_VERSION', inject('tarball'))], { cwd: app })
  }
  postgres = await startPostgres()
})
afterAll(async () => {
  await postgres?.stop()
  rmSync(app, { recursive: true, force: true })
})

/** Returns the environment of a service of compose.yaml, with the database and the port of this test. */
function environmentOf(name: 'migrate' | 'licet', port: number): Record<string, string> {
  const image = readDockerfile().flatMap(([instruction, text]) =>
    instruction === 'ENV' ? [text.split('=') as [string, string]] : [],
  )
  const database = new URL(postgres.url)
  const { environment = {} } = readCompose().services[name] ?? {}
  return {
    PATH: process.env.PATH ?? '',
    ...Object.fromEntries(image),
    ...Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, value.replace(/\$\{\w+:?[-?][^}]*\}/, '')])),
    DATABASE_URL: (environment.DATABASE_URL ?? '').replace('database:5432/licet', `${database.host}${database.pathname}`),
    ...(name === 'licet' && { LICET_AUTH_URL: 'https://licenses.example.com' }),
    LICET_METRICS_PORT: '0',
    LICET_PORT: String(port),
  }
}

/** Starts the image's command on a file system that cannot be written, as its user. */
function start(args: readonly string[], env: Record<string, string>) {
  const [, entrypoint = '[]'] = readDockerfile().find(([instruction]) => instruction === 'ENTRYPOINT') ?? []
  const files = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp', '--tmpfs', '/run']
  const mounts = ['--ro-bind', secret, '/run/secrets/database-password', '--ro-bind', app, '/tmp/app', '--chdir', '/tmp/app']
  const user = ['--unshare-user', '--uid', '1000', '--gid', '1000', '--die-with-parent']
  const child = spawn(BWRAP, [...files, ...mounts, ...user, ...JSON.parse(entrypoint), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  const ended = once(child, 'close').then(([code]) => ({ code, out, err }))
  return { child, ended, printed: () => out }
}

it('the image migrates, serves and checks itself with a read-only file system, and ends at SIGTERM', async () => {
  const port = await freePort()
  const { command: migrate = [] } = readCompose().services.migrate ?? {}
  const { command: serve = [] } = readCompose().services.licet ?? {}
  const refused = await start(serve, environmentOf('licet', port)).ended
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('Run `licet migrate`') })
  expect(await start(migrate, environmentOf('migrate', port)).ended).toMatchObject({ code: 0, err: '' })
  expect((await start(['health'], environmentOf('licet', port)).ended).code).toBe(1)

  const service = start(serve, environmentOf('licet', port))
  try {
    for (let code = 1; code !== 0; ) {
      if (service.child.exitCode !== null) throw new Error((await service.ended).err)
      code = (await start(['health'], environmentOf('licet', port)).ended).code
    }
    const create = ['provider', 'create', '--name', 'My shop', '--email', 'you@example.com']
    expect(await start(create, environmentOf('migrate', port)).ended).toMatchObject({ code: 0, err: '' })
    expect(service.printed()).toContain('"databasePassword":{"value":"(set)","source":"LICET_DATABASE_PASSWORD_FILE"}')
    for (const { pid } of childrenOf(service.child.pid ?? 0)) process.kill(pid, 'SIGTERM')
    const { code, out, err } = await service.ended
    expect([code, err]).toEqual([0, ''])
    expect(out + err).not.toContain(PASSWORD)
  } finally {
    service.child.kill('SIGKILL')
  }
})
