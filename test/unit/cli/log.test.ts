import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { run } from '../../../src/cli/run.ts'
import { parseLogKeys, vkeysOf } from '../../../src/log/log-keys.ts'
import { type StampOfProof, verifyStamp } from '../../../src/log/timestamp/verify-stamp.ts'
import { verifyLogged } from '../../../src/log/verify-logged.ts'
import { createService, type Service, type ServiceOptions } from '../../../src/service/index.ts'
import { createNodeCrypto, openPostgresStorage } from '../../../src/service/node.ts'
import { call, createTenant } from '../../fixtures/caller.ts'
import { createPostgresDatabase } from '../../fixtures/databases.ts'
import { signedRequest } from '../../fixtures/device.ts'
import { nodeLogCrypto } from '../../fixtures/log-crypto.ts'
import { hashOf, readPublishedLog } from '../../fixtures/read-published-log.ts'
import { licet, runLicet } from '../../fixtures/run-licet.ts'
import { openAuthority } from '../../fixtures/timestamp-authority.ts'
import type { TestDatabase } from '../../support/postgres.ts'

const AUTH_URL = 'https://auth.example.com'
let folder = ''
let database: TestDatabase
let empty: TestDatabase
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'licet-log-'))
  ;[database, empty] = await Promise.all([createPostgresDatabase(), createPostgresDatabase({ empty: true })])
})
afterEach(async () => {
  await Promise.all([database.stop(), empty.stop()])
  rmSync(folder, { recursive: true })
})

const file = (name: string) => join(folder, name)

/** Runs a service on a database while `work` runs. A command that needs the database alone runs afterwards. */
async function withService<T>(
  { url }: TestDatabase,
  work: (service: Service) => Promise<T>,
  options: Partial<ServiceOptions> = {},
): Promise<T> {
  const storage = openPostgresStorage(url)
  const service = await createService({ authUrl: AUTH_URL, storage, maxTermsPerDay: 0, ...options })
  try {
    return await work(service)
  } finally {
    await service.close()
    await storage.close()
  }
}

/** Stores license A, makes a backup, and stores license B. Both are in the log. */
async function fill() {
  const { tenant, a, proof, device, token } = await withService(database, async (service) => {
    const created = await createTenant(service)
    const registered = await created.device()
    const first = await agree(service, registered, 'A')
    await service.appendLog()
    const proven = (await call(service, `/license/${first.id}/proof`, { token: registered.token })).body
    return { tenant: created, a: first, proof: String(proven), ...registered }
  })
  expect(await licet('backup', file('one.backup'), '--database-url', database.url)).toMatchObject({ code: 0 })
  const { b, note } = await withService(database, async (service) => {
    const second = await agree(service, { device, token }, 'B')
    await service.appendLog()
    return { b: second, note: (await readPublishedLog(service)).note }
  })
  writeFileSync(file('checkpoint'), note)
  return { tenant, device, token, a, b, proof, note }
}

type Registered = Pick<Awaited<ReturnType<typeof fill>>, 'device' | 'token'>

async function agree(service: Service, { device, token }: Registered, name: string) {
  const json = signedRequest(device, { description: name, ptr: name })
  const { status, body } = await call(service, '/license/create', { token, json })
  expect(status).toBe(201)
  return body
}

/** Verifies the proof of a license with the published keys of every epoch, and returns its origin and index. */
async function proofOf(
  service: Service,
  { token }: Registered,
  { id, receipt }: { readonly id: string; readonly receipt: string },
) {
  return verifyProof(service, receipt, (await call(service, `/license/${id}/proof`, { token })).body)
}

async function verifyProof(service: Service, receipt: string, proof: string) {
  const keys = vkeysOf(parseLogKeys((await call(service, '/log/keys')).body))
  const { iat } = decodeJwt(receipt)
  const { origin, index } = await verifyLogged(receipt, Number(iat), { proof, keys }, nodeLogCrypto)
  return `${origin} ${index}`
}

test('`log verify` prints the entry of a deleted license, and exits with 1', async () => {
  const { a } = await fill()
  const on = ['--database-url', database.url]
  const complete = await licet('log', 'verify', '--checkpoint', file('checkpoint'), ...on)
  expect(complete).toMatchObject({ code: 0, err: '' })
  expect(complete.out).toContain('epoch 1, auth.example.com/log/1: 2 entries, signed up to entry 1')
  const storage = openPostgresStorage(database.url)
  for (const table of ['license_transitions', 'open_licenses', 'permitted_uses'])
    await storage.query(`DELETE FROM licet.${table} WHERE license_id = $1`, [a.id])
  await storage.query('DELETE FROM licet.licenses WHERE id = $1', [a.id])
  await storage.close()
  const found = await licet('log', 'verify', ...on)
  expect(found).toMatchObject({ code: 1, err: '' })
  expect(found.out).toContain(`epoch 1, entry 0: license of license ${a.id} is in the log, and its row is missing in the database.`)
  const json = JSON.parse((await licet('log', 'verify', '--json', ...on)).out)
  expect(json.gaps).toEqual([{ kind: 'missing_row', epoch: 1, index: 0, what: 'license', licenseId: a.id }])
})

// Regression: a log without entries was "signed up to entry -1".
test('`log verify` accepts a log without entries', async () => {
  await withService(database, (service) => service.appendLog())
  const { code, out } = await licet('log', 'verify', '--database-url', database.url)
  expect([code, out]).toEqual([0, expect.stringMatching(/auth\.example\.com\/log\/1: 0 entries, signed\n/)])
})

// Regression: a log that goes on under its name after a restore looks like a fork.
test.each(['the replaced database', 'a copy of its last checkpoint'])(
  'a restore continues the log of %s with a new epoch, and proves old and new licenses',
  async (source) => {
    const filled = await fill()
    const isReplaced = source === 'the replaced database'
    expect((await licet('log', 'export', file('copy'), '--database-url', database.url)).code).toBe(0)
    const target = isReplaced ? database : empty
    const options = isReplaced ? ['--force'] : ['--nothing-erased', '--log-checkpoint', file('checkpoint')]
    const on = ['--database-url', target.url]
    const restored = await licet('restore', file('one.backup'), ...options, ...on)
    expect(restored).toMatchObject({ code: 0, err: '' })
    expect(restored.out).toContain('The public log continues with epoch 2 when the service starts.')
    await withService(target, async (service) => {
      expect((await call(service, '/log/checkpoint')).body.code).toBe('not_in_log_yet')
      service.startLog()
      await expect.poll(async () => (await call(service, '/log/checkpoint')).status).toBe(200)
      const { origin, entries } = await readPublishedLog(service)
      expect([origin, entries]).toEqual([
        'auth.example.com/log/2',
        [{ v: 1, k: 'epoch', h: hashOf(filled.note), t: expect.any(Number) }],
      ])
      const { former } = (await call(service, '/log/keys')).body
      expect(former).toMatchObject([{ origin: 'auth.example.com/log/1', checkpoint: filled.note }])
      // Devices send again what the restore lost.
      const again = await agree(service, filled, 'B')
      await service.appendLog()
      expect(await proofOf(service, filled, filled.a)).toBe('auth.example.com/log/1 0')
      expect(await proofOf(service, filled, again)).toBe('auth.example.com/log/2 1')
      expect(await verifyProof(service, filled.a.receipt, filled.proof)).toBe('auth.example.com/log/1 0')
      // The license that the restore lost.
      expect((await call(service, `/license/${filled.b.id}/proof`, filled)).body.code).toBe('not_found')
      const tileOf = (name: string) => call(service, `/log/${name}tile/entries/000.p/2`)
      expect((await tileOf('')).body).toEqual((await tileOf('2/')).body)
      expect(await tileOf('1/')).toMatchObject(
        isReplaced
          ? { status: 200, body: expect.stringContaining(hashOf(filled.b.receipt)) }
          : { status: 404, body: { detail: expect.stringContaining('A restore ended this epoch of the public log') } },
      )
      expect(await (await call(service, '/log/1/checkpoint')).body).toContain('auth.example.com/log/1\n')
    })
    // Regression: the tiles of two epochs had one address, and caches keep a tile for a year.
    expect((await licet('log', 'export', file('copy'), ...on)).code).toBe(0)
    const copied = (name: string) => readFileSync(file(`copy/${name}`))
    expect(copied('1/tile/entries/000.p/2').toString()).toContain(hashOf(filled.b.receipt))
    expect(copied('2/tile/entries/000.p/2')).toEqual(copied('tile/entries/000.p/2'))
    expect([copied('2/checkpoint'), existsSync(file(`copy/tile/0/000.p/1`))]).toEqual([copied('checkpoint'), false])
    const verified = await licet('log', 'verify', '--checkpoint', file('checkpoint'), ...on)
    expect(verified).toMatchObject({ code: 0, err: '' })
    const storage = openPostgresStorage(target.url)
    const [event] = await storage.query(
      `SELECT event::json->'details' AS details FROM licet.audit_events JOIN licet.audit_chains ON id = chain
       WHERE event LIKE '%database.restored%' AND head IS NOT NULL`,
    )
    expect(event).toEqual({ details: { backup: expect.any(String), logEpoch: 2 } })
    expect(await licet('audit', 'verify', ...on)).toMatchObject({ code: 2, out: expect.not.stringContaining('epoch') })
    // Without what the restore has signed, the same rows explain nothing.
    await storage.query('UPDATE licet.log_epochs SET statement = NULL')
    await storage.close()
    for (const command of ['log', 'audit'])
      expect(await licet(command, 'verify', ...on)).toMatchObject({
        code: 1,
        out: expect.stringMatching(/epoch 2.*No trusted key/),
      })
    expect(verified.out).toContain(
      isReplaced ? 'A restore lost the licenses of these entries (epoch/entry): 1/1.' : 'A restore lost the entries from 1 to 1.',
    )
  },
)

test('time stamps of an ended epoch stay in its proofs after a restore, and the new epoch gets its own', async () => {
  const authority = openAuthority()
  const stamped = {
    timestamp: 'https://tsa.example',
    postTimestamp: async ({ body }: { readonly body: Uint8Array }) => Uint8Array.from(await authority.reply(body)),
  }
  const filled = await fill()
  const on = ['--database-url', database.url]
  await withService(database, (service) => service.appendLog(), stamped)
  expect(await licet('restore', file('one.backup'), '--force', ...on)).toMatchObject({ code: 0 })
  const proven = await withService(
    database,
    async (service) => {
      const again = await agree(service, filled, 'B')
      await service.appendLog()
      const keys = vkeysOf(parseLogKeys((await call(service, '/log/keys')).body))
      const verify = (stamp: StampOfProof) => verifyStamp(stamp, globalThis.crypto.subtle, authority.root)
      return Promise.all(
        [filled.a, again].map(async ({ id, receipt }) => {
          const { body: proof } = await call(service, `/license/${id}/proof`, { token: filled.token })
          return verifyLogged(receipt, Number(decodeJwt(receipt).iat), { proof, keys }, nodeLogCrypto, verify)
        }),
      )
    },
    stamped,
  )
  const timestamp = { by: 'Time stamp 1 of tests', isTrusted: true }
  expect(proven).toMatchObject([
    { origin: 'auth.example.com/log/1', index: 0, size: 2, timestamp },
    { origin: 'auth.example.com/log/2', index: 1, size: 2, timestamp },
  ])
  writeFileSync(file('authority.pem'), authority.root)
  authority.close()
  const { code, out } = await licet('log', 'verify', '--timestamp-ca', file('authority.pem'), ...on)
  expect([
    code,
    out.match(/1 time stamp; the first 2 entries existed before \S+ \(time stamp of Time stamp 1 of tests\)/g),
  ]).toEqual([0, [expect.any(String), expect.any(String)]])
})

test('a restore refuses the checkpoint of another log, and one that is older than the restored log', async () => {
  const { note } = await fill()
  const [, , root = ''] = note.split('\n')
  writeFileSync(file('changed'), note.replace(root, `${'A'.repeat(43)}=`))
  const restore = (name: string) =>
    licet(...['restore', file('one.backup'), '--nothing-erased', '--log-checkpoint', file(name), '--database-url', empty.url])
  for (const name of ['changed', 'one.backup'])
    expect(await restore(name)).toMatchObject({ code: 2, err: expect.stringContaining('does not continue the public log') })
  expect(await restore('missing')).toMatchObject({ code: 2, err: expect.stringContaining('cannot be read') })
  expect(await licet('restore', file('one.backup'), '--nothing-lost', '--database-url', empty.url)).toMatchObject({ code: 0 })
  await withService(empty, async (service) => {
    await service.appendLog()
    expect((await readPublishedLog(service)).origin).toBe('auth.example.com/log/1')
  })
})

// Regression: PostgreSQL ended a batch whose hashes took more than 1.2 s, on a busy machine, and every later batch with it.
test('the service appends a batch whose hashes take longer than a request may leave a transaction idle', async () => {
  const crypto = createNodeCrypto()
  const wait = new Int32Array(new SharedArrayBuffer(4))
  let isSlow = false
  const sha256: typeof crypto.sha256 = (bytes) => {
    if (isSlow) Atomics.wait(wait, 0, 0, 1500)
    isSlow = false
    return crypto.sha256(bytes)
  }
  const work = async (service: Service) => {
    const tenant = await createTenant(service)
    await agree(service, await tenant.device(), 'A')
    isSlow = true
    await service.appendLog()
    return [isSlow, (await readPublishedLog(service)).size]
  }
  expect(await withService(database, work, { crypto: { ...crypto, sha256 } })).toEqual([false, 1])
})

test('`log key rotate` adds a key that signs beside the previous one for 30 days', async () => {
  const { device, token } = await fill()
  const on = ['--database-url', database.url]
  const listed = async () => (await licet('log', 'key', ...on)).out.trim().split('\n')
  const [first = ''] = await listed()
  expect(first).toMatch(/^auth\.example\.com\/log\/1\+[0-9a-f]{8}\+\S+ {2}since \d{4}-/)
  const rotated = await licet('log', 'key', 'rotate', ...on)
  expect(rotated).toMatchObject({ code: 0, out: expect.stringContaining('The public log has a new key') })
  const keys = await listed()
  expect([keys.length, keys[0]]).toEqual([2, first])
  const signersOf = async (service: Service) => (await readPublishedLog(service)).note.match(/^— /gm)?.length
  await withService(database, async (service) => {
    await agree(service, { device, token }, 'C')
    await service.appendLog()
    expect(await signersOf(service)).toBe(2)
  })
  const storage = openPostgresStorage(database.url)
  await storage.query('UPDATE licet.log_keys SET retired = now() WHERE retired IS NOT NULL')
  await storage.close()
  await withService(database, async (service) => {
    await agree(service, { device, token }, 'D')
    await service.appendLog()
    expect(await signersOf(service)).toBe(1)
    await service.cleanUp()
  })
  expect((await listed()).length).toBe(2)
  expect(await licet('log', 'verify', ...on)).toMatchObject({ code: 0 })
})

test('`log export` copies the log as files, and refuses to overwrite another history', async () => {
  const { device, token, note } = await fill()
  const on = ['--database-url', database.url]
  const copy = file('copy')
  const first = await licet('log', 'export', copy, ...on)
  expect(first).toMatchObject({ code: 0, out: expect.stringContaining('2 entries of auth.example.com/log/1; 2 new files') })
  const read = (name: string) => readFileSync(join(copy, name))
  expect(read('checkpoint').toString()).toBe(note)
  await withService(database, async (service) => {
    for (const path of ['tile/0/000.p/2', 'tile/entries/000.p/2']) {
      const served = await service.fetch(new Request(`${AUTH_URL}/log/${path}`))
      expect(Buffer.from(await served.arrayBuffer())).toEqual(read(path))
    }
    expect(JSON.parse(read('keys').toString())).toEqual((await call(service, '/log/keys')).body)
    await agree(service, { device, token }, 'C')
    await service.appendLog()
  })
  const storage = openPostgresStorage(database.url)
  await storage.query(
    `INSERT INTO licet.log_pending (kind, hash, at, license_id)
     SELECT 'license', sha256(n::text::bytea), n, gen_random_uuid() FROM generate_series(1, 600) AS g (n)`,
  )
  await withService(database, (service) => service.appendLog())
  await storage.query(
    "INSERT INTO licet.log_timestamps SELECT epoch, size, note, 'token'::bytea, now() FROM licet.log_checkpoints WHERE size = 3",
  )
  expect((await licet('log', 'export', copy, ...on)).out).toContain('603 entries of auth.example.com/log/1; 8 new files')
  expect(read('timestamp/3').toString()).toBe('token')
  expect(read('timestamp/3.checkpoint').toString()).toMatch(/^auth\.example\.com\/log\/1\n3\n/)
  expect(JSON.parse(read('keys').toString()).timestamp).toBe(3)
  for (const path of ['tile/0/000', 'tile/0/001', 'tile/0/002.p/91', 'tile/1/000.p/2', 'tile/entries/002.p/91'])
    expect([path, existsSync(join(copy, path))]).toEqual([path, true])
  // Partial tiles stay for a day after the full one.
  const later = (days: number) => runLicet(['log', 'export', copy, ...on], { now: () => Date.now() + days * 86_400_000 })
  expect(await later(0.9)).toMatchObject({ code: 0, out: expect.stringContaining('0 new files') })
  expect(existsSync(join(copy, 'tile/0/000.p/2'))).toBe(true)
  await later(1.1)
  expect([existsSync(join(copy, 'tile/0/000.p')), existsSync(join(copy, 'tile/0/002.p/91'))]).toEqual([false, true])

  const { note: last } = await withService(database, readPublishedLog)
  await storage.query('UPDATE licet.log_checkpoints SET note = $1', [note])
  await storage.close()
  const refused = await licet('log', 'export', copy, ...on)
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('does not continue the copy') })
  expect(read('checkpoint').toString()).toBe(last)
})

test('`log export --follow` copies each new checkpoint until it is stopped', async () => {
  const { device, token } = await fill()
  const lines: string[] = []
  const stopping = new AbortController()
  const following = run(['log', 'export', file('copy'), '--follow', '--database-url', database.url], {
    out: (line) => lines.push(line),
    err: (line) => lines.push(line),
    now: Date.now,
    env: {},
    cwd: '.',
    signal: stopping.signal,
  })
  await expect.poll(() => lines).toEqual([expect.stringContaining('has 2 entries of auth.example.com/log/1; 2 new files.')])
  const note = await withService(database, async (service) => {
    await agree(service, { device, token }, 'C')
    await service.appendLog()
    return (await readPublishedLog(service)).note
  })
  await expect.poll(() => readFileSync(join(file('copy'), 'checkpoint'), 'utf8')).toBe(note)
  stopping.abort()
  expect([await following, lines.length]).toEqual([0, 2])
})
