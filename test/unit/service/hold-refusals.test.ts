import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createRefusals } from '../../../src/service/admission/hold-refusals.ts'
import type { Caller } from '../../../src/service/admission/read-caller.ts'

const device = (sender: string, whole: string): Caller => ({
  ...{ standing: 'known', owner: 'provider', networks: [whole, whole], sender, isDevice: true },
})

/** Returns how many of the callers get their refusal immediately, each after the others. */
async function countImmediate(callers: readonly Caller[]): Promise<number> {
  const refusals = createRefusals(() => 0)
  let immediate = 0
  const all = callers.map((caller) => refusals.hold(caller).then(() => immediate++))
  await setImmediate()
  const counted = immediate
  refusals.close()
  await Promise.all(all)
  return counted
}

// Regression: a caller with the tokens of 256 devices was never refused twice as the same device, so no refusal was held.
test('a network gets one immediate refusal in a second, however many devices it sends as', async () => {
  expect(await countImmediate(Array.from({ length: 256 }, (_, n) => device(`device-${n}`, 'one network')))).toBe(1)
  expect(await countImmediate(Array.from({ length: 256 }, () => device('one device', 'one network')))).toBe(1)
  expect(await countImmediate(Array.from({ length: 256 }, (_, n) => device('one device', `network-${n}`)))).toBe(1)
  expect(await countImmediate(Array.from({ length: 256 }, (_, n) => device(`device-${n}`, `network-${n}`)))).toBe(256)
})

// Regression: at most 1,000 refusals were held, so five networks with 256 connections each got further ones immediately.
test('the refusals of all connections that a service accepts can be held', async () => {
  const callers = Array.from({ length: 4096 }, (_, n) => device(`device-${n}`, `network-${n % 16}`))
  expect(await countImmediate(callers)).toBe(16)
})
