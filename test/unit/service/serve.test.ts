import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { LicetError } from '../../../src/core/errors.ts'
import { type Storage, StorageError } from '../../../src/service/index.ts'
import { openDiskStorage, type RunningService, type ServeOptions, serve } from '../../../src/service/node.ts'
import { openEmbeddedStorage, writeDatabaseFiles } from '../../fixtures/databases.ts'
import { freePort } from '../../support/postgres.ts'

const closers: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function start(options: ServeOptions): Promise<RunningService> {
  const running = await serve(options)
  closers.push(running.close)
  return running
}

let shared: Storage
beforeAll(async () => {
  shared = await openEmbeddedStorage()
})
afterAll(() => shared.close())

/** Starts a service on the storage of this file, for tests about something else than the database. */
const startOnShared = (options: ServeOptions) => start({ ...options, storage: shared })

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'licet-service-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Returns the folder of an empty database that exists already, for tests about something else than creating one. */
async function folderWithDatabase(): Promise<string> {
  const folder = temporaryFolder()
  await writeDatabaseFiles(folder)
  return folder
}

test('serve listens on a free port, uses its address as the issuer, and closes', async () => {
  const running = await start({ port: 0 })
  expect(running.database).toBe('memory')
  const ready = await fetch(`${running.url}/readyz`)
  expect(ready.status).toBe(200)
  const metadata = await (await fetch(`${running.url}/.well-known/oauth-authorization-server`)).json()
  expect(metadata.issuer).toBe(running.url)
  await running.close()
  await expect(fetch(`${running.url}/readyz`)).rejects.toThrow()
})

test('serve treats undefined as a missing value in every option', async () => {
  const { url, service } = await startOnShared({
    port: 0,
    host: undefined,
    authUrl: undefined,
    trailUrl: undefined,
    crypto: undefined,
    cors: undefined,
    suites: undefined,
    now: undefined,
  })
  expect([service.authUrl, service.trailUrl]).toEqual([url, url])
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
})

test('a health check in HTTP/1.0 without a Host header gets a response', async () => {
  const { port } = await startOnShared({ port: 0 })
  const socket = connect(port, '127.0.0.1')
  socket.end('GET /healthz HTTP/1.0\r\n\r\n')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /)
})

// Regression: process managers restarted the process during each migration of a large database, because health failed.
test('E8: health is 200 and readiness is 503 while the database is migrated', async () => {
  let received = () => {}
  let upgraded = () => {}
  const upgrading = new Promise<void>((resolve) => {
    received = resolve
  })
  const done = new Promise<void>((resolve) => {
    upgraded = resolve
  })
  const port = await freePort()
  const ready = () => {
    received()
    return done
  }
  const starting = start({ port, storage: { ...shared, ready }, authUrl: 'https://licenses.example.com' })
  await upgrading
  const statuses = () =>
    Promise.all(['/healthz', '/readyz', '/license'].map(async (path) => (await fetch(`http://127.0.0.1:${port}${path}`)).status))
  expect(await statuses()).toEqual([200, 503, 503])
  // Regression: these errors had no body.
  const bodyOf = async (path: string) => (await (await fetch(`http://127.0.0.1:${port}${path}`)).json()) as Record<string, unknown>
  expect(await bodyOf('/license')).toMatchObject({ status: 503, code: 'unavailable' })
  expect(await bodyOf('/api/latest/auth/token')).toMatchObject({ error: 'unavailable' })
  // Regression: no response before the start kept browsers on https.
  for (const path of ['/healthz', '/license'])
    expect((await fetch(`http://127.0.0.1:${port}${path}`)).headers.get('strict-transport-security')).toBe('max-age=31536000')
  upgraded()
  await starting
  expect(await statuses()).toEqual([200, 200, 401])
})

// Regression: the retries went on after the start had failed, so the process never ended.
test('E1: a start that fails while the database is unavailable does not connect to it again', async () => {
  let tries = 0
  const ready = async () => {
    tries++
    throw new LicetError('unavailable', 'The database is away.', { cause: new StorageError('', 'refused') })
  }
  const starting = serve({ port: 0, storage: { ...shared, ready }, refreshReuseGraceMs: -1 })
  await expect(starting).rejects.toMatchObject({ code: 'invalid_configuration', field: 'refreshReuseGraceMs' })
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(tries).toBe(1)
})

test('a port in use is port_taken', async () => {
  const { port } = await startOnShared({ port: 0 })
  await expect(serve({ port })).rejects.toMatchObject({
    code: 'port_taken',
    field: 'port',
    message: expect.stringMatching(new RegExp(`${port}.*--port`)),
  })
})

test('the fallback responds to paths that are not of the service', async () => {
  const running = await startOnShared({ port: 0, fallback: () => new Response('page') })
  expect(await (await fetch(`${running.url}/some/page`)).text()).toBe('page')
  expect((await fetch(`${running.url}/healthz`)).status).toBe(200)
  expect((await fetch(`${running.url}/license/some-id`)).status).toBe(401)
})

test('the embedded database in production is refused unless it is permitted', async () => {
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  closers.push(() => {
    process.env.NODE_ENV = before
  })
  await expect(serve({ port: 0 })).rejects.toMatchObject({ code: 'invalid_configuration', field: 'databaseUrl' })
  const running = await start({ port: 0, allowEmbedded: true, dataDir: await folderWithDatabase() })
  expect(running.database).toBe('embedded')
})

test('DATABASE_URL is used only when no other database is set', async () => {
  const before = process.env.DATABASE_URL
  process.env.DATABASE_URL = 'postgres://licet@127.0.0.1:9/none'
  closers.push(() => {
    if (before === undefined) delete process.env.DATABASE_URL
    else process.env.DATABASE_URL = before
  })
  const unavailable = await start({ port: 0 })
  expect([unavailable.database, (await fetch(`${unavailable.url}/readyz`)).status]).toEqual(['postgresql', 503])
  await unavailable.close()
  expect((await start({ port: 0, memory: true })).database).toBe('memory')
  expect((await start({ port: 0, dataDir: await folderWithDatabase() })).database).toBe('embedded')
})

test('data on disk survives the service', async () => {
  const dataDir = temporaryFolder()
  const first = await start({ port: 0, dataDir })
  const { orgId } = await first.service.admin.createOrganization({ name: 'Fresh Basket' })
  const provider = await first.service.admin.createProvider({ orgId, name: 'Basket app' })
  const keys = await (await fetch(`${first.url}/.well-known/jwks.json`)).json()
  await first.close()
  const second = await start({ port: 0, dataDir })
  expect(await second.service.admin.listProviders(orgId)).toEqual([provider])
  expect(await (await fetch(`${second.url}/.well-known/jwks.json`)).json()).toEqual(keys)
})

test('E5: a second storage on a folder is refused, and the lock of a dead process is taken over', async () => {
  const dataDir = await folderWithDatabase()
  writeFileSync(join(dataDir, 'licet.lock'), JSON.stringify({ pid: 2 ** 22 + 1, started: '1' }))
  const storage = await openDiskStorage({ folder: dataDir })
  await expect(openDiskStorage({ folder: dataDir })).rejects.toMatchObject({ code: 'storage_unavailable' })
  await storage.close()
  expect(readdirSync(dataDir).sort()).toEqual(['.gitignore', 'pgdata'])
})

test('E5: the lock of a process whose id was reused is taken over', async () => {
  const dataDir = await folderWithDatabase()
  writeFileSync(join(dataDir, 'licet.lock'), JSON.stringify({ pid: process.pid, started: '1' }))
  const storage = await openDiskStorage({ folder: dataDir })
  await storage.close()
})

// Regression: each of two containers had a process 1 and took over the lock of the other, so that both wrote to one folder.
test('E5: a running process of another container keeps its lock', async () => {
  const dataDir = await folderWithDatabase()
  const storage = await openDiskStorage({ folder: dataDir })
  const lock = join(dataDir, 'licet.lock')
  writeFileSync(lock, readFileSync(lock, 'utf8').replace(/"pid":\d+/, `"pid":${2 ** 22 + 1}`))
  await expect(openDiskStorage({ folder: dataDir })).rejects.toMatchObject({
    code: 'storage_unavailable',
    message: expect.stringContaining('another container'),
  })
  await storage.close()
  expect(readdirSync(dataDir).sort()).toEqual(['.gitignore', 'licet.lock', 'pgdata'])
  await (await openDiskStorage({ folder: dataDir })).close()
  expect(readdirSync(dataDir).sort()).toEqual(['.gitignore', 'pgdata'])
})

test('F6: a missing authUrl or plain HTTP on a public address is refused unless it is permitted', async () => {
  await expect(serve({ port: 0, host: '0.0.0.0' })).rejects.toMatchObject({ code: 'invalid_configuration', field: 'authUrl' })
  await expect(serve({ port: 0, authUrl: 'http://licet.example' })).rejects.toMatchObject({ field: 'authUrl' })
  await expect(serve({ port: 0, trailUrl: 'http://192.168.1.4:8787' })).rejects.toMatchObject({ field: 'trailUrl' })
  for (const options of [
    { authUrl: 'https://licet.example', host: '0.0.0.0' },
    { authUrl: 'http://licet.example', allowHttp: true },
    { authUrl: 'http://localhost:9' },
    { authUrl: 'http://[::1]:9' },
  ]) {
    const running = await startOnShared({ port: 0, ...options })
    expect(running.service.authUrl).toBe(options.authUrl)
    expect(running.database).toBe('given')
  }
})

// Regression: `licet dev` answered any Host and Origin, so a page of another site could use the service of a developer.
test('with loopbackOnly, a request of another Host or Origin is refused', async () => {
  const running = await startOnShared({ port: 0, loopbackOnly: true })
  const statusOf = (headers: Readonly<Record<string, string>>) =>
    new Promise<number | undefined>((done, fail) => {
      get(`${running.url}/.well-known/jwks.json`, { headers }, (response) => done(response.resume().statusCode)).on('error', fail)
    })
  const { port } = running
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `app.localhost:${port}`])
    expect([host, await statusOf({ host })]).toEqual([host, 200])
  expect(await statusOf({ origin: 'http://localhost:5173' })).toBe(200)
  for (const headers of [{ host: 'evil.example' }, { origin: 'https://evil.example' }, { origin: 'null' }])
    expect([headers, await statusOf(headers)]).toEqual([headers, 400])
})
