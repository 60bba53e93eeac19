import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { TestService } from '../../../src/testing/index.ts'
import { createTestService, Host, until } from './host.ts'

let test: TestService
let host: Host

beforeAll(async () => {
  test = await createTestService()
})
afterAll(() => test.close())
afterEach(() => host.close())

/** Freezes a value and everything reachable from it, as hardened pages do. */
function harden(value: unknown, seen = new Set<unknown>()): void {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return
  seen.add(value)
  Object.freeze(value)
  for (const { value: member, get, set } of Object.values(Object.getOwnPropertyDescriptors(value)))
    for (const next of [member, get, set]) harden(next, seen)
  harden(Object.getPrototypeOf(value), seen)
}

const INTRINSICS = ['Object', 'Function', 'Array', 'String', 'Number', 'BigInt', 'Symbol', 'Date', 'RegExp', 'Math', 'JSON']
const MORE = ['Promise', 'Map', 'Set', 'WeakMap', 'Error', 'TypeError', 'RangeError', 'Uint8Array', 'ArrayBuffer', 'TextEncoder']

it('G16: signs, verifies the receipt and withdraws on a page with frozen intrinsics', async () => {
  host = new Host(test)
  const page = await host.open()
  for (const name of [...INTRINSICS, ...MORE]) harden(Reflect.get(page.window, name))
  expect(Object.isFrozen(Reflect.get(page.window, 'Object').prototype)).toBe(true)
  const license = await page.client.createLicense()
  await until(page, ({ receiptStatus }) => receiptStatus === 'verified')
  expect(license.status).toBe('active')
  expect((await page.client.revokeLicense()).status).toBe('revoked')
  expect(await host.stored()).toEqual({ all: 2, active: 0 })
})
