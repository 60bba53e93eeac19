import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { run } from '../../../src/cli/run.ts'
import { serve } from '../../../src/service/node.ts'
import { createPostgresDatabase, writeDatabaseFiles } from '../../fixtures/databases.ts'
import { licet, runLicet, startServe } from '../../fixtures/run-licet.ts'
import { freePort, startPostgres } from '../../support/postgres.ts'

const folder = mkdtempSync(join(tmpdir(), 'licet-cli-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('prints its address, responds to requests, and exits with 0 at the signal', async () => {
  const { url, stop } = await startServe(['--memory'])
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  const { port } = new URL(url)
  expect(await licet('serve', '--port', port, '--memory')).toMatchObject({ code: 1, err: expect.stringContaining(port) })
  expect(await stop()).toBe(0)
})

// Regression: the start message was plain text between lines of JSON, which a collector of logs could not parse.
test.each([
  [false, 'JSON for a program'],
  [true, 'plain text for a terminal'],
])('prints each line of its start as %s: %s', async (isTerminal) => {
  const controller = new AbortController()
  const lines: string[] = []
  const print = (line: string) => {
    lines.push(line)
    if (line.includes('http://')) controller.abort()
  }
  const env = { LICET_MAX_SOKETS: '5' }
  const io = { out: print, err: print, now: Date.now, cwd: folder, env, isTerminal, signal: controller.signal }
  expect(await run(['serve', '--port', '0', '--memory'], io)).toBe(0)
  if (isTerminal) expect(lines.join('\n')).toMatch(/LICET_MAX_SOKETS[\s\S]*Licet listens on http/)
  else
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { type: 'notice', level: 'warn', message: expect.stringContaining('LICET_MAX_SOKETS') },
      { type: 'started', url: expect.stringContaining('http://') },
    ])
})

test('F1: --cors * allows every origin, and a value that is not an origin is refused', async () => {
  const dataDir = join(folder, 'cors')
  await writeDatabaseFiles(dataDir)
  const { url, stop } = await startServe(['--data-dir', dataDir, '--cors', '*'])
  const { headers } = await fetch(`${url}/.well-known/jwks.json`, { headers: { origin: 'https://app.example' } })
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(await stop()).toBe(0)
  expect(await licet('serve', '--port', '0', '--memory', '--cors', 'app.example')).toMatchObject({
    code: 2,
    err: expect.stringContaining('https://'),
  })
})

test('E6: --max-sockets bounds the connections, and the log contains the limit', async () => {
  const limits = ['--max-sockets-per-address', '8', '--max-buffered-bytes', '1048576', '--request-timeout', '5']
  const { url, nextEvent, stop } = await startServe(['--memory', '--max-sockets', '1', '--trusted-proxy', '10.0.0.0/8', ...limits])
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  await expect(fetch(`${url}/healthz`)).rejects.toThrow()
  expect(await nextEvent()).toMatchObject({ type: 'overloaded', limit: 'maxSockets' })
  socket.destroy()
  expect(await stop()).toBe(0)
})

// Regression: it ended with 2, with which deploy/licet.service does not start the service again.
test.each(['1', '2'])('a port in use ends the start of %s processes with 1, because it can become free', async (workers) => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const database = workers === '1' ? ['--memory'] : ['--database-url', 'postgres://licet@127.0.0.1:1/licet']
  try {
    for (const option of ['--port', '--metrics-port']) {
      const { code, out, err } = await licet('serve', '--port', '0', option, String(port), '--workers', workers, ...database)
      expect([code, out, err]).toEqual([1, '', expect.stringContaining(`Another program uses port ${port} on 127.0.0.1.`)])
    }
  } finally {
    other.close()
  }
})

// Regression: a blank DATABASE_URL connected with the defaults of the driver, and passed the check for production.
test('a blank DATABASE_URL counts as not set', async () => {
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  try {
    expect(await runLicet(['serve', '--port', '0'], { env: { DATABASE_URL: ' ' } })).toMatchObject({
      code: 2,
      // Regression: it named dataDir, which nobody had set.
      err: expect.stringContaining('NODE_ENV is production and no PostgreSQL database is configured.'),
    })
  } finally {
    process.env.NODE_ENV = before
  }
})

// The driver uses such a text as a host name.
test.each(['licet', 'mysql://u:secret@db/licet', 'postgres://u:secret#1@db/licet', 'postgres://u:12#secret@db/licet'])(
  'refuses the connection string %s before it creates anything, and does not print the password',
  async (wrong) => {
    const { code, err } = await licet('provider', 'create', '--name', 'A', '--email', 'a@example.com', '--database-url', wrong)
    expect([code, err]).toEqual([2, expect.stringContaining('postgres://')])
    expect(err).not.toContain('secret')
    await expect(serve({ port: 0, databaseUrl: wrong })).rejects.toMatchObject({
      code: 'invalid_configuration',
      field: 'databaseUrl',
    })
  },
)

// Regression: these errors were reported only after the folder of the database had been created.
test('refuses a wrong address, origin or number before it creates the database', async () => {
  const dataDir = join(folder, 'never-created')
  for (const wrong of [
    ['--auth-url', 'auth.example.com'],
    ['--max-connections', '0'],
    ['--max-licenses-per-hour', 'x'],
    ['--max-terms-per-day', '-1'],
    ['--trail-url', 'ftp://trail.example'],
    ['--cors', 'app.example'],
    ['--max-sockets', '0'],
    ['--max-sockets-per-address', 'many'],
    ['--max-buffered-bytes', '1000'],
    ['--request-timeout', '0'],
    ['--trusted-proxy', 'proxy.example'],
  ]) {
    expect(await licet('serve', '--port', '0', '--data-dir', dataDir, ...wrong)).toMatchObject({ code: 2 })
  }
  expect(existsSync(dataDir)).toBe(false)
})

// Regression: nothing named it before lists had been requested for 5 seconds.
test('warns at the start when DATABASE_READ_URL is not a standby', async () => {
  const database = await createPostgresDatabase()
  const command = await startServe(['--database-url', database.url, '--database-read-url', database.url])
  try {
    expect(await command.nextEvent()).toMatchObject({
      level: 'warn',
      type: 'replica_unavailable',
      reason: expect.stringContaining('It is not a standby, so lists come from the primary. Name a standby in DATABASE_READ_URL'),
    })
    expect(await command.stop()).toBe(0)
  } finally {
    await database.stop()
  }
})

// Regression: an outage while the service ran was in the log as failed requests only, and an idle outage was not in it at all.
test('E1: an outage while it runs is logged and counted once, with and without requests, and a failed statement is none', async () => {
  const postgres = await startPostgres()
  const command = await startServe(['--database-url', postgres.url, '--metrics-port', '0'])
  const readiness = async () => (await fetch(`${command.url}/readyz`)).status
  const until = async (type: string) => {
    for (;;) {
      const event = await command.nextEvent()
      if (event.type === type) return event
    }
  }
  try {
    expect(await readiness()).toBe(200)
    const admin = new pg.Client({ connectionString: postgres.url })
    await admin.connect()
    await admin.query('BEGIN; LOCK TABLE licet.signing_keys')
    expect(await readiness()).toBe(503)
    expect(await until('unavailable')).toMatchObject({ reason: expect.stringContaining('57014') })
    await admin.end()

    await postgres.kill('SIGQUIT')
    expect([await readiness(), await readiness(), await readiness()]).toEqual([503, 503, 503])
    expect(await until('database_unavailable')).toMatchObject({ level: 'error', reason: expect.stringContaining('ECONNREFUSED') })
    await postgres.start()
    await until('database_available')
    expect(await readiness()).toBe(200)

    // Nobody sends a request: the background work finds it.
    await postgres.kill('SIGQUIT')
    await until('database_unavailable')
    await postgres.start()
    await until('database_available')

    const typesOf = command.log.map((line) => JSON.parse(line).type).filter((type) => /^database_/.test(type))
    const outage = ['database_unavailable', 'database_available']
    expect(typesOf).toEqual([...outage, ...outage])
    const metrics = await (await fetch(String(command.address.metricsUrl))).text()
    for (const type of outage) expect(metrics).toContain(`licet_events_total{type="${type}"} 2`)
    expect(await command.stop()).toBe(0)
  } finally {
    await postgres.stop()
  }
})

// Regression: the command ended with 2 when PostgreSQL started at the same time.
test('E1: without PostgreSQL it listens, logs the time and the reason, and recovers when PostgreSQL starts', async () => {
  const port = await freePort()
  const command = await startServe(['--database-url', `postgres://licet@127.0.0.1:${port}/postgres`], {
    now: () => Date.UTC(2027, 0, 31, 12),
  })
  expect(await command.nextEvent()).toEqual({
    level: 'error',
    pid: process.pid,
    time: '2027-01-31T12:00:00.000Z',
    type: 'database_unavailable',
    reason: expect.stringContaining('ECONNREFUSED'),
  })
  const response = await fetch(`${command.url}/readyz`)
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
  const postgres = await startPostgres({ port })
  try {
    while ((await command.nextEvent()).type !== 'database_available');
    expect((await fetch(`${command.url}/readyz`)).status).toBe(200)
    expect(await command.stop()).toBe(0)
  } finally {
    await postgres.stop()
  }
})

test('E1: prints the message of a database that refuses the connection', async () => {
  const postgres = await startPostgres()
  try {
    const url = Object.assign(new URL(postgres.url), { pathname: '/nowhere' }).href
    expect(await licet('serve', '--port', '0', '--database-url', url)).toMatchObject({
      code: 2,
      err: expect.stringContaining('SQLSTATE 3D000'),
    })
  } finally {
    await postgres.stop()
  }
})
