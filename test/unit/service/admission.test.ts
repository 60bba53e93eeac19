import { afterEach, expect, test, vi } from 'vitest'
import { createAdmission, type Work } from '../../../src/service/admission/admission.ts'
import type { Caller } from '../../../src/service/admission/read-caller.ts'

const NETWORKS: Caller['networks'] = ['192.0.2.7', '192.0.2.7']

/** A queue with requests that end when the test ends them. */
function openQueue(options: { readonly concurrency?: number; readonly maxWaitMs?: number } = {}) {
  const running: { readonly name: string; readonly end: () => void }[] = []
  const started: string[] = []
  const refused: string[] = []
  let clock = 0
  const admission = createAdmission({
    concurrency: 4,
    maxWaitMs: 500,
    ...options,
    monotonic: () => clock,
    onRefused: () => undefined,
  })
  const send = (
    name: string,
    owner: string,
    { work = 'read' as Work, waitedMs = 0, sender = name, standing = 'known' as Caller['standing'], networks = NETWORKS } = {},
  ) =>
    admission
      .run({ work, caller: { standing, owner, networks, sender, isDevice: true }, waitedMs }, () => {
        started.push(name)
        return new Promise<void>((end) => running.push({ name, end }))
      })
      .catch((error: unknown) => {
        expect(error).toMatchObject({ code: 'unavailable', retryAfterMs: 1000 })
        refused.push(name)
      })
  /** Ends the request that runs the longest, and returns those that run then. */
  const endOldest = async () => {
    running.shift()?.end()
    await settle()
    return running.map(({ name }) => name)
  }
  return { send, endOldest, running, started, refused, at: (ms: number) => (clock = ms) }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

test('as many requests run at the same time as the storage has connections, the others in the order of their arrival', async () => {
  const { send, endOldest, started } = openQueue({ concurrency: 2 })
  for (const name of ['a', 'b', 'c', 'd']) void send(name, 'P')
  await settle()
  expect(started).toEqual(['a', 'b'])
  await endOldest()
  expect(started).toEqual(['a', 'b', 'c'])
  await endOldest()
  expect(started).toEqual(['a', 'b', 'c', 'd'])
})

test('a request that waits longer than `maxWaitMs` is refused, and never runs', async () => {
  const { send, endOldest, started, refused } = openQueue({ concurrency: 1, maxWaitMs: 20 })
  void send('a', 'P')
  const late = send('b', 'P')
  await late
  expect(refused).toEqual(['b'])
  await endOldest()
  expect(started).toEqual(['a'])
})

test('the time before the service could read a request counts as waiting', async () => {
  const { send, started, refused } = openQueue()
  await send('late', 'P', { waitedMs: 500 })
  void send('in time', 'P', { waitedMs: 499 })
  await settle()
  expect([refused, started]).toEqual([['late'], ['in time']])
})

test('a turn that a busy thread gives too late is not used', async () => {
  const { send, endOldest, refused, started, at } = openQueue({ concurrency: 1 })
  for (const name of ['a', 'b']) void send(name, 'P')
  await settle()
  at(501)
  void send('c', 'P')
  await endOldest()
  expect([refused, started]).toEqual([['b'], ['a', 'c']])
})

test('when requests take long, those that cannot have their turn in time are refused immediately', async () => {
  const { send, endOldest, refused, at } = openQueue({ concurrency: 1, maxWaitMs: 1000 })
  for (let n = 0; n < 400; n++) {
    void send('a', 'P')
    await settle()
    at(n * 400)
    await endOldest()
  }
  for (const name of ['b', 'c', 'd', 'e', 'f']) void send(name, 'P')
  await settle()
  expect(refused).toEqual(['f'])
})

test('a provider that sends most gets as many turns as one that sends little', async () => {
  const { send, endOldest } = openQueue()
  for (let n = 0; n < 20; n++) void send(`noisy ${n}`, 'noisy')
  for (let n = 0; n < 4; n++) void send(`quiet ${n}`, 'quiet')
  await settle()
  await endOldest()
  await endOldest()
  expect(await endOldest()).toEqual(['noisy 3', 'quiet 0', 'noisy 4', 'quiet 1'])
})

test('a device has at most two of four turns, even while nobody else waits', async () => {
  const { send, started } = openQueue()
  for (let n = 0; n < 20; n++) void send(`noisy ${n}`, 'P', { sender: 'noisy' })
  for (let n = 0; n < 2; n++) void send(`quiet ${n}`, 'P')
  await settle()
  expect(started).toEqual(['noisy 0', 'noisy 1', 'quiet 0', 'quiet 1'])
})

afterEach(() => {
  vi.useRealTimers()
})

/** Starts three writes of one device, beside a read of another one if there are others. The first write ends after 20 ms. */
async function writeForTwentyMs({ hasOthers = true } = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const queue = openQueue()
  if (hasOthers) await Promise.all([queue.send('read', 'P'), settle().then(queue.endOldest)])
  const write = (name: string) => void queue.send(name, 'P', { sender: 'noisy', work: 'write' })
  for (const name of ['write 1', 'write 2', 'write 3']) write(name)
  await settle()
  queue.at(20)
  await queue.endOldest()
  const startedAfter = async (ms: number) => {
    vi.advanceTimersByTime(ms)
    await settle()
    return queue.started.filter((name) => name !== 'read').length
  }
  return { ...queue, write, startedAfter }
}

// Regression: beside a device that always had a write in progress, others kept less than half of the processor time.
test('the writes of a device that sends as fast as it can have a turn for a quarter of the time while there are others', async () => {
  const { startedAfter } = await writeForTwentyMs()
  expect(await startedAfter(0)).toBe(1)
  expect(await startedAfter(59)).toBe(1)
  expect(await startedAfter(1)).toBe(2)
})

test('the writes of a device without others follow each other immediately', async () => {
  const { startedAfter } = await writeForTwentyMs({ hasOthers: false })
  expect(await startedAfter(0)).toBe(2)
})

test('a device that sends one write after the other never waits for its turn, even while there are others', async () => {
  const { write, startedAfter, endOldest } = await writeForTwentyMs()
  expect(await startedAfter(60)).toBe(2)
  await endOldest()
  expect(await startedAfter(60)).toBe(3)
  await endOldest()
  write('write 4')
  expect(await startedAfter(0)).toBe(4)
})

// A write costs four times the processor time of a read.
const COST = { read: 1, write: 4 } as const

/**
 * Ends requests in the order of their start, as a processor does that they share. Each end sends the next request of its connection.
 *
 * @returns the processor time of each name, and the longest time that a request of it took.
 */
async function simulate(senders: Readonly<Record<string, { readonly connections: number; readonly work: Work }>>, ends: number) {
  const queue = openQueue({ concurrency: 10, maxWaitMs: 60_000 })
  const used: Record<string, number> = {}
  const longest: Record<string, number> = {}
  const sent: Record<string, number[]> = {}
  let clock = 0
  let number = 0
  const send = (name: string, work: Work) => {
    sent[name]?.push(clock)
    void queue.send(name, name, { work, sender: `device ${number++}` })
  }
  for (const [name, { connections, work }] of Object.entries(senders)) {
    sent[name] = []
    for (let n = 0; n < connections; n++) send(name, work)
  }
  await settle()
  for (let n = 0; n < ends; n++) {
    const name = queue.running[0]?.name ?? ''
    const { work } = senders[name] ?? { work: 'read' }
    clock += COST[work]
    queue.at(clock)
    used[name] = (used[name] ?? 0) + COST[work]
    if (n > ends / 2) longest[name] = Math.max(longest[name] ?? 0, clock - (sent[name]?.shift() ?? 0))
    else sent[name]?.shift()
    await queue.endOldest()
    send(name, work)
    await settle()
  }
  expect(queue.refused).toEqual([])
  return { used, longest }
}

test('while reads and writes wait, each kind gets half of the processor time', async () => {
  const { used } = await simulate({ reader: { connections: 16, work: 'read' }, writer: { connections: 64, work: 'write' } }, 400)
  expect((used.reader ?? 0) / (used.writer ?? 0)).toBeGreaterThan(0.9)
  expect((used.reader ?? 0) / (used.writer ?? 0)).toBeLessThan(1.1)
})

// Regression: it waited for ten writes.
test('one connection waits for few requests of a provider that sends as fast as it can', async () => {
  const { longest } = await simulate({ quiet: { connections: 1, work: 'read' }, noisy: { connections: 64, work: 'write' } }, 200)
  expect(longest.quiet).toBeLessThanOrEqual(3 * COST.write)
})

test('the writes of a provider have a quarter of the turns until a second after another provider, and then all', async () => {
  const { send, endOldest, started, at } = openQueue({ concurrency: 12, maxWaitMs: 2000 })
  void send('other', 'other')
  await settle()
  await endOldest()
  for (let n = 0; n < 20; n++) void send(`own ${n}`, 'own', { work: 'write' })
  await settle()
  expect(started).toHaveLength(1 + 3)
  at(1000)
  void send('own', 'own', { work: 'write' })
  await settle()
  expect(started).toHaveLength(1 + 12)
})

test('writes that a limit held back do not keep reads from their turns afterwards', async () => {
  const { send, endOldest, running, started, at } = openQueue({ concurrency: 4, maxWaitMs: 10_000 })
  for (let n = 0; n < 60; n++) void send(`write ${n}`, 'own', { work: 'write' })
  for (let n = 0; n < 400; n++) void send(`read ${n}`, 'other')
  await settle()
  // The two writes take as long as 200 reads.
  for (let n = 0; n < 200; n++) {
    const [read] = running.splice(
      running.findIndex(({ name }) => name.startsWith('read')),
      1,
    )
    read?.end()
    await settle()
  }
  at(1000)
  const before = started.length
  for (let n = 0; n < 20; n++) await endOldest()
  expect(started.slice(before).filter((name) => name.startsWith('read')).length).toBeGreaterThan(12)
})

test('a full queue refuses the newest request of the longest line', async () => {
  const { send, endOldest, refused, at } = openQueue({ concurrency: 2, maxWaitMs: 1000 })
  for (let n = 0; n < 400; n++) {
    void send('a', 'P')
    await settle()
    at(n * 1000)
    await endOldest()
  }
  for (let n = 0; n < 5; n++) void send(`noisy ${n}`, 'noisy', { sender: 'one' })
  void send('quiet', 'quiet')
  await settle()
  expect(refused).not.toContain('quiet')
  expect(refused).toContain('noisy 4')
})

/** Ends requests in the order of their start, and returns how many of the first that started after the others begin with `quiet`. */
async function countQuiet({ endOldest, started }: ReturnType<typeof openQueue>, ends: number, quiet: () => void) {
  await settle()
  const before = started.length
  quiet()
  for (let n = 0; n < ends; n++) await endOldest()
  return started.slice(before).filter((name) => name.startsWith('quiet')).length
}

const toNetworks = (n: number): Caller['networks'] => ['2001:db8:7::/48', `2001:db8:7:${n}::/64`]

// Regression: a stranger who registered 256 devices left another device of the provider 4 of 25 requests.
test.each([
  ['256 devices of one network', () => NETWORKS],
  ['256 devices in 256 networks of one /48', toNetworks],
])('%s get no more turns than one device of another network, of the same provider', async (_, networksOf) => {
  const queue = openQueue({ concurrency: 4, maxWaitMs: 60_000 })
  for (let n = 0; n < 256; n++) void queue.send(`noisy ${n}`, 'P', { networks: networksOf(n) })
  const quiet = await countQuiet(queue, 24, () => {
    for (let n = 0; n < 12; n++) void queue.send(`quiet ${n}`, 'P', { networks: ['198.51.100.1', '198.51.100.1'], sender: 'quiet' })
  })
  expect(quiet).toBeGreaterThanOrEqual(11)
})

// Regression: 256 networks of one /48 were 256 owners, each with the share of a provider.
test('unknown callers of 256 networks leave half of the turns of strangers to the known ones', async () => {
  const queue = openQueue({ concurrency: 4, maxWaitMs: 60_000 })
  for (let n = 0; n < 256; n++)
    void queue.send(`noisy ${n}`, `2001:db8:${n}::/48`, { standing: 'unknown', networks: toNetworks(n) })
  const quiet = await countQuiet(queue, 24, () => {
    for (let n = 0; n < 12; n++) void queue.send(`quiet ${n}`, 'P', { networks: ['198.51.100.1', '198.51.100.1'], sender: 'quiet' })
  })
  expect(quiet).toBeGreaterThanOrEqual(11)
})

// Regression: vouched devices waited in one line with every name that a stranger minted.
test('vouched callers have half of the turns, also beside strangers in many networks of many providers', async () => {
  const queue = openQueue({ concurrency: 4, maxWaitMs: 60_000 })
  for (let n = 0; n < 256; n++) void queue.send(`noisy ${n}`, `provider ${n}`, { networks: [`10.0.0.${n}`, `10.0.0.${n}`] })
  const quiet = await countQuiet(queue, 24, () => {
    for (let n = 0; n < 12; n++)
      void queue.send(`quiet ${n}`, 'provider 1', { standing: 'vouched', networks: ['10.0.0.1', '10.0.0.1'] })
  })
  expect(quiet).toBeGreaterThanOrEqual(11)
})
