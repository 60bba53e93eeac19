import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve } from '../../../src/service/node.ts'
import { createPostgresDatabase } from '../../fixtures/databases.ts'
import { type RunOptions, runLicet } from '../../fixtures/run-licet.ts'
import { freePort, type TestDatabase } from '../../support/postgres.ts'

interface Finding {
  readonly check: string
  readonly status: string
  readonly text: string
  readonly fix?: string
}

const databases: TestDatabase[] = []
const folder = mkdtempSync(join(tmpdir(), 'licet-doctor-'))
let database: TestDatabase
let running: Awaited<ReturnType<typeof serve>>
let port = 0
const KEY = randomBytes(32).toString('base64')

async function open(options: { readonly empty?: boolean } = {}): Promise<TestDatabase> {
  const created = await createPostgresDatabase(options)
  databases.push(created)
  return created
}

beforeAll(async () => {
  database = await open()
  port = await freePort()
  running = await serve({ port, databaseUrl: database.url, cors: ['https://shop.example'], keyEncryption: { key: KEY } })
  // The first request for the key set creates the key.
  await fetch(`${running.url}/.well-known/jwks.json`)
})
afterAll(async () => {
  await running.close()
  for (const one of databases) await one.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs `licet doctor`, and returns its exit code and its findings. */
async function examine(args: readonly string[], options: RunOptions = {}) {
  const env = { LICET_KEY_ENCRYPTION_KEY: KEY, ...options.env }
  const { code, out } = await runLicet(['doctor', '--json', '--port', String(port), ...args], { ...options, env })
  const findings: readonly Finding[] = JSON.parse(out)
  return { code, findings, faults: findings.filter(({ status }) => status !== 'ok') }
}

const ORIGIN = ['--cors', 'https://shop.example'] as const

test('a deployment without faults passes every check', async () => {
  const { code, findings, faults } = await examine(['--database-url', database.url, ...ORIGIN])
  expect([code, faults]).toEqual([0, []])
  expect([...new Set(findings.map(({ check }) => check))].sort()).toEqual(
    [
      ...['CORS', 'TLS', 'clock', 'configuration', 'database', 'database TLS', 'key protection', 'keys', 'public log'],
      ...['prepared statements', 'reachability'],
    ].sort(),
  )
  const printed = await runLicet(['doctor', '--port', String(port), '--database-url', database.url], {
    env: { LICET_KEY_ENCRYPTION_KEY: KEY },
  })
  expect(printed).toMatchObject({ code: 0, out: expect.stringMatching(/^ok {7}configuration: Every option is valid\.\n/) })
  expect(printed.out).toContain(
    'warning  CORS: Only pages of some origins may call the service, and no origin is configured here.\n         To fix this: Give',
  )
})

// Regression: the signing key was unencrypted in the database and in each backup, without a warning.
test('an unencrypted signing key and a key that decrypts nothing are reported', async () => {
  const on = ['--database-url', database.url, ...ORIGIN]
  const withKey = async (key: string) => {
    const { code, findings } = await examine(on, { env: { LICET_KEY_ENCRYPTION_KEY: key } })
    return [code, findings.find(({ check }) => check === 'key protection')]
  }
  expect(await withKey(KEY)).toEqual([0, expect.objectContaining({ status: 'ok' })])
  expect(await withKey('')).toEqual([
    0,
    expect.objectContaining({ status: 'warning', fix: expect.stringContaining('LICET_KEY_ENCRYPTION_KEY_FILE') }),
  ])
  expect(await withKey(randomBytes(32).toString('base64'))).toEqual([1, expect.objectContaining({ status: 'fault' })])
  const plain = await open()
  const service = await serve({ port: 0, databaseUrl: plain.url })
  await fetch(`${service.url}/.well-known/jwks.json`)
  await service.close()
  const { findings } = await examine(['--database-url', plain.url])
  expect(findings.find(({ check }) => check === 'key protection')).toMatchObject({
    status: 'warning',
    text: expect.stringContaining('still unencrypted'),
  })
})

// Regression: the reference did not have the check of the read replica.
test('the reference lists every check', async () => {
  const { findings } = await examine(['--database-url', database.url, '--database-read-url', database.url, ...ORIGIN])
  const [, section = ''] = readFileSync('docs/reference/cli.md', 'utf8').split('`licet doctor` takes the options')
  const [table = ''] = section.split('\n## ')
  const listed = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name)
  expect(listed.sort()).toEqual([...new Set(findings.map(({ check }) => check))].sort())
})

test('warns when DATABASE_READ_URL is no standby, or is unavailable, because lists then come from the primary', async () => {
  const examineReplica = (url: string) => examine(['--database-url', database.url, '--database-read-url', url, ...ORIGIN])
  const primary = await examineReplica(database.url)
  expect([primary.code, primary.faults]).toEqual([
    0,
    [expect.objectContaining({ check: 'read replica', status: 'warning', text: expect.stringContaining('not a standby') })],
  ])
  const unavailable = await examineReplica(`postgres://licet@127.0.0.1:${await freePort()}/licet`)
  expect(unavailable.faults).toEqual([
    expect.objectContaining({ check: 'read replica', status: 'warning', text: expect.stringContaining('ECONNREFUSED') }),
  ])
})

test('names the fix of a wrong issuer, another database, a refused origin and a wrong clock', async () => {
  const wrongIssuer = await examine(['--database-url', database.url, ...ORIGIN, '--auth-url', `http://localhost:${port}`])
  expect(wrongIssuer.faults).toEqual([
    expect.objectContaining({
      check: 'reachability',
      status: 'fault',
      fix: expect.stringContaining(`--auth-url http://localhost:${port}`),
    }),
  ])
  const other = await open()
  const otherService = await serve({ port: 0, databaseUrl: other.url, keyEncryption: { key: KEY } })
  await fetch(`${otherService.url}/.well-known/jwks.json`)
  await otherService.close()
  expect((await examine(['--database-url', other.url, ...ORIGIN])).faults).toEqual([
    expect.objectContaining({ check: 'keys', text: expect.stringContaining('publishes other keys') }),
  ])
  expect((await examine(['--database-url', database.url, '--cors', 'https://other.example'])).faults).toEqual([
    expect.objectContaining({ check: 'CORS', status: 'fault', fix: expect.stringContaining('--cors https://other.example') }),
  ])
  const late = await examine(['--database-url', database.url, ...ORIGIN], { now: () => Date.now() - 60_000 })
  expect(late.code).toBe(1)
  expect(late.faults).toEqual([
    expect.objectContaining({ check: 'clock', text: expect.stringMatching(/is (?:59|60)\.\d s behind the clock of the database/) }),
  ])
})

test('names the fix of a database that is missing, empty, read-only or not protected', async () => {
  const secret = `postgres://licet:s3cret@127.0.0.1:${await freePort()}/licet`
  const missing = await examine(['--database-url', secret, ...ORIGIN])
  expect(missing.faults).toEqual([
    expect.objectContaining({
      check: 'database',
      text: 'The connection to the database failed: no server listens at this address (ECONNREFUSED).',
      fix: 'Start PostgreSQL, or correct the host and the port in DATABASE_URL.',
    }),
  ])
  expect(JSON.stringify(missing.findings)).not.toContain('s3cret')
  const empty = await open({ empty: true })
  expect((await examine(['--database-url', empty.url, ...ORIGIN])).faults).toEqual([
    expect.objectContaining({ text: 'There is no schema.', fix: expect.stringContaining('licet migrate') }),
  ])
  const standby = await open()
  const client = new pg.Client({ connectionString: standby.url })
  await client.connect()
  await client.query(`ALTER DATABASE "${new URL(standby.url).pathname.slice(1)}" SET default_transaction_read_only = on`)
  await client.end()
  expect((await examine(['--database-url', standby.url, ...ORIGIN])).faults).toContainEqual(
    expect.objectContaining({
      check: 'database',
      text: expect.stringContaining('is read-only'),
      fix: expect.stringContaining('primary'),
    }),
  )
  const open_ = await examine(['--database-url', 'postgres://licet@192.0.2.1:1/licet', ...ORIGIN])
  expect(open_.faults).toContainEqual(
    expect.objectContaining({ check: 'database TLS', status: 'warning', fix: expect.stringContaining('sslmode=verify-full') }),
  )
})

test('names the fix of a service that cannot be reached, and of a certificate that is refused', async () => {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, '-days', '2', ...subject],
    {
      stdio: 'ignore',
    },
  )
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }).listen(0, 'localhost')
  await new Promise((resolve) => server.once('listening', resolve))
  const authUrl = `https://localhost:${(server.address() as AddressInfo).port}`
  const refused = await examine(['--database-url', database.url, ...ORIGIN, '--auth-url', authUrl])
  server.closeAllConnections()
  server.close()
  expect(refused.faults).toContainEqual(
    expect.objectContaining({
      check: 'TLS',
      text: expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT'),
      fix: expect.stringContaining('chain'),
    }),
  )
  // With https too, it is not a fault of the certificate.
  for (const protocol of ['http', 'https']) {
    const closedUrl = `${protocol}://127.0.0.1:${await freePort()}`
    const closed = await examine(['--database-url', database.url, ...ORIGIN, '--auth-url', closedUrl])
    expect(closed.faults).toEqual([
      expect.objectContaining({
        check: 'reachability',
        text: expect.stringContaining('ECONNREFUSED'),
        fix: expect.stringContaining('firewall'),
      }),
    ])
  }
})

test('reports wrong options as findings', async () => {
  const { code, findings } = await examine(['--memory', '--cors', 'shop.example', '--max-wait', '0'])
  expect(code).toBe(1)
  expect(findings.map(({ check, status }) => [check, status])).toEqual([
    ['configuration', 'fault'],
    ['configuration', 'fault'],
  ])
})
