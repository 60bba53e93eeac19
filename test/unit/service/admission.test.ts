import { expect, test } from 'vitest'
import { createAdmission, type Work } from '../../../src/service/admission/admission.ts'

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
  const send = (name: string, owner: string, { work = 'read' as Work, waitedMs = 0, sender = name } = {}) =>
    admission
      .run({ work, caller: { owner, sender, isDevice: true }, waitedMs }, () => {
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

test('when requests take long, those that cannot have their turn in time are refused at once', async () => {
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
  expect(await endOldest()).toEqual(['noisy 3', 'quiet 0', 'quiet 1', 'noisy 4'])
})

test('a device has at most two of four turns, also while nobody else waits', async () => {
  const { send, started } = openQueue()
  for (let n = 0; n < 20; n++) void send(`noisy ${n}`, 'P', { sender: 'noisy' })
  for (let n = 0; n < 2; n++) void send(`quiet ${n}`, 'P')
  await settle()
  expect(started).toEqual(['noisy 0', 'noisy 1', 'quiet 0', 'quiet 1'])
})

test('reads and writes of one provider get half of the turns each', async () => {
  const { send, endOldest, running } = openQueue()
  for (let n = 0; n < 20; n++) void send(`write ${n}`, 'P', { work: 'write' })
  for (let n = 0; n < 20; n++) void send(`read ${n}`, 'P')
  await settle()
  for (let n = 0; n < 8; n++) await endOldest()
  expect(running.filter(({ name }) => name.startsWith('read'))).toHaveLength(2)
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
