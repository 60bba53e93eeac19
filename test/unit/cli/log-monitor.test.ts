import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { keepCheckpoint } from '../../../src/cli/commands/log-monitor/kept-checkpoints.ts'
import { entriesOf } from '../../../src/cli/count.ts'
import { writeLogEntry } from '../../../src/log/log-entry.ts'
import { serve } from '../../../src/service/node.ts'
import { call, createTenant } from '../../fixtures/caller.ts'
import { signedRequest } from '../../fixtures/device.ts'
import { openLog, type PublishedLog } from '../../fixtures/published-log.ts'
import { licet } from '../../fixtures/run-licet.ts'
import { projectRoot } from '../../support/run-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'licet-monitor-'))
let served: PublishedLog
let isHeld = false
let second: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined
let busy = 0
let mostBusy = 0
const paths: string[] = []
const server = createServer(async (request, response) => {
  mostBusy = Math.max(mostBusy, ++busy)
  paths.push(request.url ?? '')
  // The first bundle is sent when another one is asked for, so files that are loaded one after another would never arrive.
  if (request.url?.includes('/entries/')) {
    if (second === undefined) second = newGate()
    else second.resolve()
    if (isHeld) await second.promise
  }
  const own = await served.respond(request.url ?? '')
  response.writeHead(own?.status ?? 404)
  response.end(own === undefined ? undefined : Buffer.from(await own.arrayBuffer()), () => busy--)
})
let url = ''
let state = ''
let states = 0

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  state = join(folder, `state-${++states}.json`)
  paths.length = 0
  mostBusy = 0
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A promise and what resolves it. */
function newGate() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => (resolve = done))
  return { promise, resolve }
}

async function monitor(log: PublishedLog, ...options: string[]) {
  served = log
  const { code, out, err } = await licet('log', 'monitor', url, '--once', '--json', '--state', state, ...options)
  return { code, err, report: out === '' ? undefined : JSON.parse(out) }
}

const noteOf = (size: number) => `auth.test/log/1\n${size}\n${'A'.repeat(43)}=\n\n— auth.test/log/1 AAAAAAAA\n`
const h = 'A'.repeat(43)
const entry = (k: 'end' | 'erasure') => writeLogEntry({ k, h, t: 1_790_000_000 })

test('reads every entry once, counts the kinds, and remembers them in one file', async () => {
  const log = await openLog({ filled: 700, witnesses: ['witness.example'] })
  await log.append([entry('end'), entry('end'), entry('erasure')])
  expect(await monitor(log)).toMatchObject({
    code: 0,
    report: {
      origin: log.origin,
      size: 703,
      added: 703,
      counts: { license: 700, end: 2, erasure: 1, epoch: 0 },
      witnesses: [{ name: 'witness.example', at: 1_790_000_000 }],
      newKeys: [],
    },
  })
  await log.fill(5000)
  paths.length = 0
  mostBusy = 0
  second = undefined
  isHeld = true
  expect(await monitor(log)).toMatchObject({ code: 0, report: { size: 5703, added: 5000, counts: { license: 5700, end: 2 } } })
  // The full bundles of the first check are not read again, and files are loaded in parallel, at most four at the same time.
  expect(paths).not.toContain('/log/1/tile/entries/000')
  isHeld = false
  expect(mostBusy).toBeLessThanOrEqual(4)
  expect(await monitor(log)).toMatchObject({ code: 0, report: { added: 0 } })
})

test('says in words what it found', async () => {
  served = await openLog({ filled: 4 })
  const { out } = await licet('log', 'monitor', `${url}/log/`, '--once', '--state', state)
  expect(out).toMatch(/ {2}auth\.test\/log\/1: 4 entries \(4 new\): 4 licenses, 0 ends, 0 erasures\. The log only grew\.\n$/)
})

test('exits with 1 on a fork, keeps both checkpoints, and still reports it when the log looks innocent again', async () => {
  const log = await openLog({ filled: 300 })
  await monitor(log)
  const known = log.checkpoint
  const rewritten = await openLog({ filled: 500, salt: 'rewritten' })
  const forked = await monitor(rewritten)
  expect(forked).toMatchObject({ code: 1, report: { fork: { known, received: rewritten.checkpoint } } })
  await log.fill(1)
  expect(await monitor(log)).toMatchObject({ code: 1, report: { fork: { known, received: rewritten.checkpoint } } })
  served = log
  const { code, out } = await licet('log', 'monitor', url, '--state', state)
  expect([code, out]).toEqual([1, expect.stringContaining('CONTRADICTION: auth.test/log/1 signed two histories')])
})

test('finds entries that are not those that were signed, and keeps its state', async () => {
  const log = await openLog({ filled: 300 })
  await monitor(log)
  const before = readFileSync(state, 'utf8')
  await log.fill(10)
  log.entries[305] = entry('end')
  const { code, err } = await monitor(log)
  expect([code, err]).toEqual([2, expect.stringContaining('The checkpoint of the log is over other entries')])
  expect(readFileSync(state, 'utf8')).toBe(before)
})

test('accepts a restore whose new epoch names the last checkpoint, and counts what is lost', async () => {
  const log = await openLog({ filled: 300 })
  const backup = log.checkpoint
  await log.fill(20)
  await monitor(log)
  const keys = log.vkeys.map((vkey) => ({ vkey, from: 0 }))
  const next = await openLog({ origin: 'auth.test/log/2', filled: 5, former: [{ origin: log.origin, keys, checkpoint: backup }] })
  expect(await monitor(next)).toMatchObject({
    code: 0,
    report: { origin: 'auth.test/log/2', size: 6, counts: { license: 5, epoch: 1 }, ended: { origin: log.origin, lost: 20 } },
  })
})

/** A log that a restore began after another one, with the tiles of both. */
async function restored(former: readonly PublishedLog[], { hasTiles = true } = {}): Promise<PublishedLog> {
  const listed = former.map(({ origin, vkeys, checkpoint }) => ({
    origin,
    checkpoint,
    keys: vkeys.map((vkey) => ({ vkey, from: 0 })),
  }))
  const next = await openLog({ origin: `auth.test/log/${former.length + 1}`, former: listed })
  const respond = async (path: string) => {
    const own = /^\/log\/(\d)\//.exec(path)?.[1]
    return ((hasTiles && former[Number(own) - 1]) || next).respond(path)
  }
  return { ...next, checkpoint: next.checkpoint, respond }
}

// Regression: rewritten entries of an epoch passed as "No entry is lost" after a restore, because only their number was compared.
test('takes an epoch that was rewritten before a restore for a fork, and says when its tiles do not show it', async () => {
  const log = await openLog({ filled: 300 })
  await monitor(log)
  const known = log.checkpoint
  const memory = readFileSync(state, 'utf8')
  const rewritten = await openLog({ filled: 320, salt: 'rewritten' })
  expect(await monitor(await restored([rewritten]))).toMatchObject({
    code: 1,
    report: { fork: { known, received: rewritten.checkpoint } },
  })
  writeFileSync(state, memory)
  expect(await monitor(await restored([rewritten], { hasTiles: false }))).toMatchObject({
    code: 0,
    report: { ended: { lost: 0, kept: 300, proven: 0 } },
  })
  writeFileSync(state, memory)
  served = await restored([rewritten], { hasTiles: false })
  const { out } = await licet('log', 'monitor', url, '--once', '--state', state)
  expect(out).toContain('Whether its 300 entries changed cannot be verified.')
  writeFileSync(state, memory)
  await log.fill(20)
  expect(await monitor(await restored([log]))).toMatchObject({ code: 0, report: { ended: { lost: 0, kept: 300, proven: 300 } } })
})

// Regression: a rewritten epoch that was shorter than the newest known checkpoint was reported as lost entries only.
test('compares an epoch that a restore shortened with an earlier checkpoint, and says what it cannot verify', async () => {
  const log = await openLog({ filled: 100 })
  await monitor(log)
  for (let round = 0; round < 5; round++) {
    await log.fill(10)
    await monitor(log)
  }
  const memory = readFileSync(state, 'utf8')
  const shortened = await openLog({ filled: 135 })
  served = await restored([shortened])
  const { code, out } = await licet('log', 'monitor', url, '--once', '--state', state)
  expect([code, out]).toEqual([
    0,
    expect.stringContaining('It lost its last 15 entries. Its first 130 entries did not change. Whether'),
  ])
  writeFileSync(state, memory)
  expect(await monitor(await restored([await openLog({ filled: 135, salt: 'rewritten' })]))).toMatchObject({ code: 1 })
  writeFileSync(state, memory)
  expect(await monitor(await restored([await openLog({ filled: 50 })]))).toMatchObject({
    code: 0,
    report: { ended: { lost: 100, kept: 50, proven: 0 } },
  })
})

// Regression: the epoch before two restores was compared with the first entry of the newest one, so an honest log was a fork.
test('accepts two restores between two checks', async () => {
  const log = await openLog({ filled: 300 })
  await monitor(log)
  const second = await restored([log])
  expect(await monitor(await restored([log, second]))).toMatchObject({ code: 0, report: { ended: { lost: 0, proven: 300 } } })
})

test('keeps few earlier checkpoints, so that the way back at most doubles from one to the next', async () => {
  let kept: { checkpoint: string; earlier: readonly string[] } = { checkpoint: noteOf(1), earlier: [] }
  for (let size = 2; size <= 500; size++) kept = { checkpoint: noteOf(size), earlier: keepCheckpoint(kept, size) }
  const back = kept.earlier.map((note) => 500 - Number(note.split('\n')[1]))
  expect(back.length).toBeLessThan(20)
  expect([back[0], back.at(-1)]).toEqual([1, 499])
  for (const [at, steps] of back.slice(1).entries()) expect(steps).toBeLessThanOrEqual(2 * Math.max(back[at] ?? 0, 1))
})

test('takes a log with another name, or an epoch whose first entry names another checkpoint, for a fork', async () => {
  const log = await openLog({ filled: 3 })
  await monitor(log)
  expect(await monitor(await openLog({ origin: 'auth.test/log/2' }))).toMatchObject({ code: 1 })
  state = join(folder, 'other.json')
  await monitor(log)
  const keys = log.vkeys.map((vkey) => ({ vkey, from: 0 }))
  const next = await openLog({ origin: 'auth.test/log/2', former: [{ origin: log.origin, keys, checkpoint: 'another' }] })
  const published = await (await next.respond('/log/keys'))?.json()
  const named = { ...published, former: [{ origin: log.origin, keys, checkpoint: log.checkpoint }] }
  const wrong = { ...next, respond: async (path: string) => (path === '/log/keys' ? Response.json(named) : next.respond(path)) }
  expect(await monitor(wrong)).toMatchObject({ code: 1 })
})

test('exits with 2 when nothing could be checked, and writes no state', async () => {
  const log = await openLog()
  const none = { ...log, respond: async () => undefined }
  expect(await monitor(none)).toMatchObject({ code: 2, err: expect.stringContaining('/log/keys does not exist') })
  expect(existsSync(state)).toBe(false)
  // Regression: the monitor of a new service, whose log has no entry, was told to correct the address.
  const empty = { ...log, respond: async (path: string) => (path === '/log/keys' ? log.respond(path) : undefined) }
  expect(await monitor(empty)).toMatchObject({ code: 2, err: expect.stringContaining('because the log has no entry') })
  // Regression: the checkpoint of a log was gone, and the monitor said that the log has no entry.
  await monitor(log)
  expect(await monitor(empty)).toMatchObject({ code: 2, err: expect.stringContaining('the log had 3 entries at the last check') })
  expect(entriesOf('the first', 1)).toBe('the first entry')
  writeFileSync(state, '{"checkpoint":1}')
  expect(await monitor(log)).toMatchObject({ code: 2, err: expect.stringContaining('is not a state of this command') })
  expect(await licet('log', 'monitor', 'http://auth.example.com', '--once')).toMatchObject({
    code: 2,
    err: expect.stringContaining('plain HTTP on a public address'),
  })
  expect(await licet('log', 'monitor', 'auth.example.com', '--once')).toMatchObject({ code: 2 })
})

test('follows the log of a service that runs', async () => {
  const running = await serve({ port: 0 })
  try {
    const tenant = await createTenant(running.service)
    const { device, token } = await tenant.device()
    const follow = async () => JSON.parse((await licet('log', 'monitor', running.url, '--once', '--json', '--state', state)).out)
    const create = async (description: string) => {
      const json = signedRequest(device, { description })
      expect(await call(running.service, '/license/create', { token, json })).toMatchObject({ status: 201 })
      await running.service.appendLog()
    }
    await create('First')
    expect(await follow()).toMatchObject({ size: 1, added: 1, counts: { license: 1 } })
    await create('Second')
    expect(await follow()).toMatchObject({ size: 2, added: 1, counts: { license: 2 } })
  } finally {
    await running.close()
  }
})

test('says since when the log existed by its newest time stamp, and keeps a stamped checkpoint that the log contradicts', async () => {
  const vectors = JSON.parse(readFileSync(join(projectRoot, 'docs/reference/vectors/log-timestamp.json'), 'utf8'))
  const withStamp = (log: PublishedLog, token: string): PublishedLog => ({
    ...log,
    async respond(path) {
      if (path === '/log/1/timestamp/601') return new Response(Buffer.from(token, 'base64'))
      if (path === '/log/1/timestamp/601.checkpoint') return new Response(vectors.checkpoint)
      const answer = await log.respond(path)
      return path === '/log/keys' ? Response.json({ ...(await answer?.json()), timestamp: 601 }) : answer
    },
  })
  const log = await openLog({ filled: 600 })
  await log.add(vectors.receipt)
  await log.fill(20)
  served = withStamp(log, vectors.accepted[0].token)
  const ca = join(folder, 'authority.pem')
  writeFileSync(ca, vectors.authorities)
  const trusted = await licet('log', 'monitor', url, '--once', '--state', state, '--timestamp-ca', ca)
  expect(trusted.out).toMatch(/Since before \S+Z: the first 601 entries \(time stamp of Time stamp 1 of tests\)\./)
  const open = await licet('log', 'monitor', url, '--once', '--state', state)
  expect([open.code, open.out]).toEqual([0, expect.stringContaining('whose certificate was not checked against a list')])

  served = withStamp(log, vectors.refused[0].token)
  const wrong = await licet('log', 'monitor', url, '--once', '--state', state)
  expect([wrong.code, wrong.out]).toEqual([0, expect.stringContaining('The time stamp of the first 601 entries is NOT valid.')])

  const other = await openLog({ filled: 640, salt: 'other' })
  served = withStamp(other, vectors.accepted[0].token)
  const forked = await licet('log', 'monitor', url, '--once', '--state', join(folder, 'fresh.json'))
  expect(forked).toMatchObject({ code: 1, out: expect.stringContaining('signed two histories') })
})
