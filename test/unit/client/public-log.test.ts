import { describe, expect, it } from 'vitest'
import { AuthClient, createMemoryStorage, verifyReceipt } from '../../../src/client/index.ts'
import { MAX_CHECK_BYTES } from '../../../src/client/log/log-source.ts'
import { MAX_TIMESTAMP_BYTES } from '../../../src/core/limits.ts'
import { verifyEd25519 } from '../../../src/log/ed25519.ts'
import { writeTimestampExtra } from '../../../src/log/timestamp/timestamp-extra.ts'
import { parseTlogProof, writeTlogProof } from '../../../src/log/tlog-proof.ts'
import { verifyLogged } from '../../../src/log/verify-logged.ts'
import { createWebLogCrypto } from '../../../src/log/web-crypto.ts'
import { newUserId, openService } from '../../fixtures/client.ts'
import { nodeLogCrypto } from '../../fixtures/log-crypto.ts'
import { openLog, type PublishedLog, withLog } from '../../fixtures/published-log.ts'

const DAY_MS = 86_400_000
/** A device asks for no proof of a license that is younger. */
const LOGGED_WITHIN_MS = 10_000
const soon = () => Date.now() + LOGGED_WITHIN_MS
const { test, open } = await openService()

/** A device with a license that the log contains, and its later visits, each a day after the last one. */
async function openDevice(first: PublishedLog) {
  let log = first
  let days = 0
  const site = withLog(test.fetch, test.authUrl, () => log)
  const device = { storage: createMemoryStorage(), userId: newUserId(), fetch: site.fetch }
  const client = open(test, { ...device, now: soon })
  const license = await client.createLicense()
  await log.add(license.receipt)
  await client.whenIdle()
  return {
    client,
    device,
    license,
    site,
    publish(next: PublishedLog) {
      log = next
    },
    /** Opens the next visit, a day later, and waits for its daily check. */
    async visit(next: PublishedLog = log) {
      log = next
      days += 1.5
      const later = days
      const visit = open(test, { ...device, now: () => Date.now() + later * DAY_MS })
      await visit.getLicense()
      await visit.whenIdle()
      return visit.getSnapshot()
    },
  }
}

/** The log with a time stamp of its newest checkpoint. The client keeps it as it is, and verifies it when the receipt is opened. */
function withStamp(log: PublishedLog): PublishedLog {
  return {
    ...log,
    checkpoint: log.checkpoint,
    size: log.size,
    prove: async (receipt) => (await log.prove(receipt)).replace('\nindex', '\nextra e30=\nindex'),
    respond: async (path) =>
      path === '/log/keys'
        ? Response.json({ ...(await (await log.respond(path))?.json()), timestamp: log.size })
        : log.respond(path),
  }
}

describe('the daily check of a device', () => {
  it('fetches the proof that the public log contains the license, and keeps it', async () => {
    const log = await openLog({ filled: 4210 })
    const { visit, license, site } = await openDevice(log)
    expect(site.requests).toEqual([])
    const { log: proven, licensed, logFork } = await visit()
    expect([licensed, logFork]).toEqual([true, undefined])
    const { iat } = JSON.parse(Buffer.from(license.receipt.split('.')[1] ?? '', 'base64url').toString())
    const logged = await verifyLogged(license.receipt, iat, proven ?? { proof: '', keys: [] }, nodeLogCrypto)
    expect(logged).toMatchObject({ kind: 'license', index: 4210, origin: log.origin, size: 4211 })
    const fetched = site.requests.filter((path) => path.endsWith('/proof')).length
    expect((await visit()).log).toEqual(proven)
    expect(site.requests.filter((path) => path.endsWith('/proof'))).toHaveLength(fetched)
  })

  it('fetches the proof again when the log has a time stamp that the stored proof lacks, once', async () => {
    const log = await openLog({ filled: 300 })
    const { visit, site } = await openDevice(log)
    await visit()
    const proofs = () => site.requests.filter((path) => path.endsWith('/proof')).length
    const before = proofs()
    const stamped = withStamp(log)
    expect((await visit(stamped)).log?.proof).toContain('\nextra e30=\n')
    expect(proofs()).toBe(before + 1)
    await visit(stamped)
    expect(proofs()).toBe(before + 1)
  })

  // Regression: the service stored a time stamp of up to 64 KiB, and no client read a proof with one of more than 17 KiB.
  it('reads a proof with the longest time stamp and the most signatures', async () => {
    const log = await openLog({ witnesses: Array.from({ length: 99 }, (_, at) => `witness-${at}.of-the-public-log.example`) })
    const { visit } = await openDevice(log)
    const extra = writeTimestampExtra({ token: new Uint8Array(MAX_TIMESTAMP_BYTES), size: log.size, consistency: [] })
    const prove = async (receipt: string) => writeTlogProof({ ...parseTlogProof(await log.prove(receipt)), extra })
    const seen = await visit({ ...log, checkpoint: log.checkpoint, size: log.size, prove })
    expect(seen.log?.proof.length).toBeGreaterThan(40_000)
    expect(seen.log?.logged.witnesses).toHaveLength(99)
  })

  it('accepts a log that grew, over many sizes', async () => {
    const log = await openLog({ filled: 250 })
    const { visit } = await openDevice(log)
    for (const count of [1, 3, 255, 600, 1]) {
      await log.fill(count)
      expect((await visit()).logFork).toBeUndefined()
    }
  })

  it('notices a log that rewrote its history, keeps both checkpoints as evidence, and leaves the license alone', async () => {
    const log = await openLog({ filled: 300 })
    const { visit, license } = await openDevice(log)
    await visit()
    const known = log.checkpoint
    const rewritten = await openLog({ filled: 400, salt: 'other' })
    const { logFork, licensed, license: kept } = await visit(rewritten)
    expect(logFork).toEqual({ known, received: rewritten.checkpoint })
    expect([licensed, kept?.receipt]).toEqual([true, license.receipt])
    // The first evidence stays.
    await rewritten.fill(1)
    expect((await visit()).logFork).toEqual(logFork)
  })

  it('notices a log of the same size with other entries, and a log that lost its end and grew again', async () => {
    const log = await openLog({ filled: 300 })
    const first = await openDevice(log)
    await first.visit()
    expect((await first.visit(await openLog({ filled: 301, salt: 'other' }))).logFork).toBeDefined()
    const second = await openDevice(log)
    await second.visit()
    const cut = await openLog({ filled: 300 })
    await cut.fill(50)
    expect((await second.visit(cut)).logFork).toBeDefined()
  })

  it('accepts an older checkpoint of the same log, as a cache may return it', async () => {
    const log = await openLog({ filled: 300 })
    const { visit } = await openDevice(log)
    await log.fill(10)
    const { log: proven } = await visit()
    const old = await openLog({ filled: 300 })
    // The tiles of the newer tree are still there.
    for (const [path, bytes] of log.tiles) old.tiles.set(path, bytes)
    const seen = await visit(old)
    expect([seen.logFork, seen.log]).toEqual([undefined, proven])
  })

  it('accepts a new epoch that lists the previous one, and not a log with another name', async () => {
    const log = await openLog()
    const { visit } = await openDevice(log)
    await visit()
    const keys = log.vkeys.map((vkey) => ({ vkey, from: 0 }))
    const former = [{ origin: log.origin, keys, checkpoint: log.checkpoint }]
    expect((await visit(await openLog({ origin: 'auth.test/log/2', former }))).logFork).toBeUndefined()
    expect((await visit(await openLog({ origin: 'auth.test/log/3' }))).logFork).toBeDefined()
  })

  // Regression: the checkpoint of a proof from before a restore was compared with the newest log, so an honest log was a contradiction.
  it('keeps a proof from before a restore, and compares only the newest checkpoint', async () => {
    const log = await openLog({ filled: 300 })
    const { visit, license } = await openDevice(log)
    const keys = log.vkeys.map((vkey) => ({ vkey, from: 0 }))
    const former = [{ origin: log.origin, keys, checkpoint: log.checkpoint }]
    const next = await openLog({ origin: 'auth.test/log/2', former })
    // The proof is not available at this visit.
    expect((await visit(next)).log).toBeUndefined()
    const seen = await visit({ ...next, prove: log.prove })
    expect([seen.logFork, seen.log?.logged]).toMatchObject([undefined, { origin: log.origin, index: 300 }])
    await next.fill(5)
    expect((await visit(next)).logFork).toBeUndefined()
    expect((await visit(await openLog({ origin: 'auth.test/log/2', former, filled: 20, salt: 'other' }))).logFork).toBeDefined()
    expect(seen.license?.receipt).toBe(license.receipt)
  })

  // Regression: the client only checked that the log lists the earlier epoch, so a restore excused a second history of it.
  it.each([
    { what: 'has other entries', salt: 'other', filled: 320, isFork: true },
    { what: 'has other entries and is shorter than the newest checkpoint', salt: 'other', filled: 301, isFork: true },
    { what: 'has other entries and no tiles', salt: 'other', filled: 320, tiles: false, isFork: false },
    { what: 'is not named by the first entry of the new epoch', filled: 300, names: 'another', isFork: true },
    // Regression: a file that was missing used up the bytes that were reserved for it.
    { what: 'is not named, in a copy without single entries', filled: 300, names: 'another', copy: true, isFork: true },
    { what: 'is signed by nobody', filled: 300, signed: false, isFork: true },
    { what: 'lost its last entries', filled: 300, isFork: false },
  ])('compares an epoch that ended: one that $what', async (end) => {
    const log = await openLog({ filled: 300 })
    const { visit, license } = await openDevice(log)
    await visit()
    await log.fill(10)
    await visit()
    const ended = await openLog({ filled: end.filled, salt: end.salt ?? '' })
    if (end.salt === undefined) await ended.add(license.receipt)
    const keys = log.vkeys.map((vkey) => ({ vkey, from: 0 }))
    const checkpoint = end.signed === false ? ended.checkpoint.replace(/— .*/, '— auth.test/log/1 AAAAAAAA') : ended.checkpoint
    const entry = { origin: log.origin, keys, checkpoint: end.names ?? checkpoint }
    const next = await openLog({ origin: 'auth.test/log/2', former: [entry] })
    const listed = { ...(await (await next.respond('/log/keys'))?.json()), former: [{ ...entry, checkpoint }] }
    const respond = async (path: string) => {
      if (path === '/log/keys') return Response.json(listed)
      if (end.copy && path.endsWith('/entries/000.p/1')) return undefined
      return path.startsWith('/log/1/') && end.tiles !== false ? ended.respond(path) : next.respond(path)
    }
    const { logFork, licensed } = await visit({ ...next, checkpoint: next.checkpoint, prove: async () => '', respond })
    expect([logFork !== undefined, licensed]).toEqual([end.isFork, true])
    if (end.isFork && end.salt !== undefined) expect(logFork?.received).toBe(checkpoint)
  })

  it('accepts two restores since the last visit, and compares the epoch before them', async () => {
    const log = await openLog({ filled: 300 })
    const { visit } = await openDevice(log)
    await visit()
    await log.fill(300)
    const dated = (one: PublishedLog) => one.vkeys.map((vkey) => ({ vkey, from: 0 }))
    const first = { origin: log.origin, keys: dated(log), checkpoint: log.checkpoint }
    const second = await openLog({ origin: 'auth.test/log/2', former: [first] })
    const former = [first, { origin: second.origin, keys: dated(second), checkpoint: second.checkpoint }]
    const third = await openLog({ origin: 'auth.test/log/3', former })
    const all = [log, second, third]
    const respond = (path: string) => (all[Number(/^\/log\/(\d)\//.exec(path)?.[1] ?? 3) - 1] ?? third).respond(path)
    expect((await visit({ ...third, checkpoint: third.checkpoint, respond })).logFork).toBeUndefined()
  })

  // Regression: each epoch had its own limit. With one limit and no progress, such a check would fail every day.
  it('compares two epochs that are too large for one check in two checks', async () => {
    const log = await openLog({ filled: 300 })
    const { visit, site } = await openDevice(log)
    await visit()
    await log.fill(300)
    const keys = log.vkeys.map((vkey) => ({ vkey, from: 0 }))
    const next = await openLog({
      origin: 'auth.test/log/2',
      former: [{ origin: log.origin, keys, checkpoint: log.checkpoint }],
      filled: 300,
    })
    const long = { ...(await (await next.respond('/log/keys'))?.json()), padding: ' '.repeat(46_000) }
    const respond = async (path: string) => {
      if (path === '/log/keys') return Response.json(long)
      return path.startsWith('/log/1/') ? log.respond(path) : next.respond(path)
    }
    const tilesOf = async () => {
      const { length } = site.requests
      expect((await visit({ ...next, checkpoint: next.checkpoint, prove: async () => '', respond })).logFork).toBeUndefined()
      return new Set(site.requests.slice(length).flatMap((path) => /\/log\/(\d)\//.exec(path)?.[1] ?? []))
    }
    expect(await tilesOf()).toEqual(new Set(['1', '2']))
    expect(await tilesOf()).toEqual(new Set(['2']))
    expect(await tilesOf()).toEqual(new Set())
  })

  it('stores nothing of a log whose signature, proof or tiles are wrong, and accuses nobody', async () => {
    const log = await openLog({ filled: 300 })
    const { visit } = await openDevice(log)
    await visit()
    await log.fill(300)
    const foreign = await openLog({ filled: 700, salt: 'other' })
    // A broken cache: the tiles of another log below the checkpoint of this one.
    const own = new Map(log.tiles)
    for (const [path, bytes] of foreign.tiles) if (log.tiles.has(path)) log.tiles.set(path, bytes)
    expect((await visit()).logFork).toBeUndefined()
    for (const [path, bytes] of own) log.tiles.set(path, bytes)
    const unsigned = {
      ...log,
      checkpoint: '',
      respond: (path: string) =>
        path === '/log/checkpoint'
          ? Promise.resolve(new Response(foreign.checkpoint.replace(/— .*/, '— auth.test/log/1 AAAAAAAA')))
          : log.respond(path),
    }
    expect((await visit(unsigned)).logFork).toBeUndefined()
    expect((await visit(log)).logFork).toBeUndefined()
  })

  it('loads at most 64 kB, however long the tiles are', async () => {
    const log = await openLog({ filled: 300 })
    const { visit } = await openDevice(log)
    await visit()
    await log.fill(300)
    let sent = 0
    const endless = {
      ...log,
      respond: async (path: string) => {
        const response = await log.respond(path)
        if (!path.includes('/tile/')) return response
        const body = new ReadableStream({
          pull(controller) {
            sent += 4096
            controller.enqueue(new Uint8Array(4096))
          },
        })
        return new Response(body)
      },
    }
    expect((await visit(endless)).logFork).toBeUndefined()
    expect(sent).toBeGreaterThan(0)
    // Each stream is some chunks ahead of its reader.
    expect(sent).toBeLessThan(MAX_CHECK_BYTES)
  })

  it('asks nothing about the log before a license exists, and works at a service without a log', async () => {
    const site = withLog(test.fetch, test.authUrl, () => log)
    const log = await openLog()
    const client = open(test, { fetch: site.fetch })
    await client.getLicense()
    await client.whenIdle()
    expect(site.requests).toEqual([])
    const storage = createMemoryStorage()
    const userId = newUserId()
    await open(test, { storage, userId }).createLicense()
    const visit = open(test, { storage, userId, now: () => Date.now() + 2 * DAY_MS })
    await visit.getLicense()
    await visit.whenIdle()
    expect(visit.getSnapshot()).toMatchObject({ licensed: true, log: undefined, logFork: undefined, error: undefined })
  })
})

describe('getLogProof()', () => {
  it('fetches the proof before the first daily check, once', async () => {
    const log = await openLog()
    const { client, site } = await openDevice(log)
    const proof = await client.getLogProof()
    expect(proof?.keys).toEqual(log.vkeys)
    expect(await client.getLogProof()).toEqual(proof)
    expect(client.getSnapshot().log).toEqual(proof)
    expect(site.requests.filter((path) => path.endsWith('/proof'))).toHaveLength(1)
  })

  // Regression: who saved a receipt in the first seconds of a new service got an error of a 404 in the console.
  it('requests no checkpoint of a service that has signed none yet', async () => {
    const log = await openLog()
    const { client, site, publish } = await openDevice(log)
    const none = { origin: log.origin, keys: [], witnesses: [], former: [] }
    const respond = async (path: string) => (path === '/log/keys' ? Response.json(none) : new Response(null, { status: 404 }))
    publish({ ...log, respond })
    expect(await client.getLogProof()).toBeUndefined()
    expect(site.requests.filter((path) => path.startsWith('/log/'))).toEqual(['/log/keys'])
    publish(log)
    expect(await client.getLogProof()).toBeDefined()
  })

  // Regression: the time stamp comes up to an hour after the proof, and a receipt that was saved later did not contain it.
  it('fetches the proof again when it has a time stamp now, and returns the stored one if the service does not answer', async () => {
    const log = await openLog()
    const { client, site, publish } = await openDevice(log)
    const stored = await client.getLogProof()
    publish({ ...withStamp(log), respond: () => Promise.reject(new TypeError('Failed to fetch')) })
    expect(await client.getLogProof()).toEqual(stored)
    publish(withStamp(log))
    const stamped = await client.getLogProof()
    expect(stamped?.proof).toContain('\nextra e30=\n')
    const count = site.requests.length
    expect(await client.getLogProof()).toEqual(stamped)
    expect(site.requests).toHaveLength(count)
  })

  // Regression: a person who saved the receipt immediately saw an error in the console of the browser, a 404.
  it('asks for no proof while the service may not have it yet', async () => {
    const log = await openLog()
    const { license, site, device } = await openDevice(log)
    const { iat } = JSON.parse(Buffer.from(license.receipt.split('.')[1] ?? '', 'base64url').toString())
    const early = open(test, { ...device, now: () => iat * 1000 + LOGGED_WITHIN_MS - 1 })
    expect(await early.getLogProof()).toBeUndefined()
    expect(site.requests.filter((path) => path.endsWith('/proof'))).toEqual([])
  })

  it('verifies with the kept library where WebCrypto has no Ed25519', async () => {
    const log = await openLog()
    const { client } = await openDevice(log)
    const proof = await client.getLogProof()
    const old = {
      digest: (algorithm: string, bytes: BufferSource) => crypto.subtle.digest(algorithm, bytes),
      importKey: () => Promise.reject(new DOMException('Unrecognized name.', 'NotSupportedError')),
      verify: () => Promise.reject(new Error('There is no key.')),
    }
    const web = createWebLogCrypto(old, async () => ({ verifyEd25519 }))
    const { license } = client.getSnapshot()
    const { iat } = JSON.parse(Buffer.from(license?.receipt.split('.')[1] ?? '', 'base64url').toString())
    expect(await verifyLogged(license?.receipt ?? '', iat, proof ?? { proof: '', keys: [] }, web)).toMatchObject({ index: 3 })
    const wrong = { proof: proof?.proof.replace(/(— \S+ \S{20})./, '$1A') ?? '', keys: proof?.keys ?? [] }
    await expect(verifyLogged(license?.receipt ?? '', iat, wrong, web)).rejects.toMatchObject({ code: 'invalid_proof' })
  })
})

describe('verifyReceipt() with a proof of the log', () => {
  it('returns in words where and before what time the receipt is recorded, without a request', async () => {
    const log = await openLog({ filled: 4210, witnesses: ['w2.example', 'w1.example'], at: 1_790_000_000 })
    const { client, license } = await openDevice(log)
    const [keys, proof] = await Promise.all([client.getKeySet(), client.getLogProof()])
    await client.close()
    const { logged } = await verifyReceipt(license.receipt, keys, { issuer: test.authUrl, log: proof })
    expect(logged).toMatchObject({
      signedBy: [log.vkeys[0]],
      witnesses: [
        { name: 'w2.example', at: 1_790_000_000 },
        { name: 'w1.example', at: 1_790_000_000 },
      ],
      text: 'The license is recorded as entry 4,210 of the public log auth.test/log/1, before 2026-09-21T14:13:20.000Z (w2.example).',
    })
    expect((await verifyReceipt(license.receipt, keys)).logged).toBeUndefined()
  })

  it('rejects a proof of another receipt, of another log, and one that was altered', async () => {
    const log = await openLog()
    const { client, license } = await openDevice(log)
    const { client: other } = await openDevice(log)
    const [keys, proof, foreign] = await Promise.all([client.getKeySet(), client.getLogProof(), other.getLogProof()])
    if (proof === undefined || foreign === undefined) throw new Error('There is no proof.')
    const otherLog = await openLog({ origin: 'other.test/log/1' })
    for (const wrong of [
      foreign,
      { ...proof, keys: otherLog.vkeys },
      { ...proof, keys: [] },
      { ...proof, proof: proof.proof.replace('index 3', 'index 2') },
      { ...proof, proof: '' },
    ])
      await expect(verifyReceipt(license.receipt, keys, { log: wrong })).rejects.toMatchObject({ code: 'invalid_proof' })
  })

  it('proves the entry of a revocation without the device', async () => {
    const log = await openLog()
    const { client, license, site, visit } = await openDevice(log)
    await client.close()
    const auth = new AuthClient({ authUrl: test.authUrl, fetch: site.fetch })
    const { accessToken } = await auth.grant({ type: 'user', ...test.user })
    const { revocation } = await auth.revokeLicense(accessToken, license.id, { requestedBy: 'person', channel: 'letter' })
    await log.add(revocation?.receipt ?? '', 'end')
    const { log: proof, license: ended } = await visit()
    expect(ended?.status).toBe('revoked')
    const keys = await open(test, { fetch: site.fetch }).getKeySet()
    const verified = await verifyReceipt(revocation?.receipt ?? '', keys, { log: proof })
    expect(verified).toMatchObject({ rby: 'person', logged: { kind: 'end', index: 4 } })
  })
})

describe('a service that publishes its log', () => {
  it('gives a device the proof of its license, and a later check finds that the log only grew', async () => {
    const device = { storage: createMemoryStorage(), userId: newUserId() }
    const client = open(test, { ...device, now: soon })
    const license = await client.createLicense()
    await test.service.appendLog()
    const proof = await client.getLogProof()
    const { logged } = await verifyReceipt(license.receipt, await client.getKeySet(), { log: proof })
    expect(logged).toMatchObject({ kind: 'license', origin: `${new URL(test.authUrl).host}/log/1` })
    await client.close()
    await open(test).createLicense()
    await test.service.appendLog()
    const visit = open(test, { ...device, now: () => Date.now() + 2 * DAY_MS })
    await visit.getLicense()
    await visit.whenIdle()
    expect(visit.getSnapshot()).toMatchObject({ log: proof, logFork: undefined, licensed: true })
  })
})
