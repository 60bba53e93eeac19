import { expect, test } from 'vitest'
import { type BodyShare, createBodyBudget } from '../../../src/service/http/body-budget.ts'
import { readBody, receiveBody } from '../../../src/service/http/read-body.ts'

const KIB = 1024
const BUDGET_BYTES = 1024 * KIB
const FORM = 'application/x-www-form-urlencoded'

const read = (share: BodyShare, body: BodyInit, announced: number) => {
  const request = new Request('https://a.example', {
    method: 'POST',
    body,
    headers: { 'content-type': FORM, 'content-length': `${announced}` },
    duplex: 'half',
  } as RequestInit)
  return readBody({ request, body: () => receiveBody(request, share) }, FORM)
}

// Regression: 2,100 requests that only announced a body of 16 KiB used up the budget, and nobody got a token.
test('E6: an announced body uses no budget before its bytes arrive', async () => {
  const budget = createBodyBudget(BUDGET_BYTES, () => undefined)
  for (let n = 0; n < 70; n++) void read(budget.open(), new ReadableStream(), 16 * KIB).catch(() => undefined)
  const bytes = await read(budget.open(), 'grant_type=none', 15)
  expect(new TextDecoder().decode(bytes)).toBe('grant_type=none')
})

test('E6: small bodies that arrived use the budget until the response', async () => {
  const budget = createBodyBudget(BUDGET_BYTES, () => undefined)
  const shares = Array.from({ length: 64 }, () => budget.open())
  for (const share of shares) await read(share, 'a'.repeat(16 * KIB), 16 * KIB)
  await expect(read(budget.open(), 'a', 1)).rejects.toMatchObject({ code: 'unavailable' })
  shares[0]?.release()
  await expect(read(budget.open(), 'a', 1)).resolves.toHaveLength(1)
})

// Regression: the half-sent bodies of one caller used up the whole part for large bodies.
test('E6: one network uses at most an eighth of the budget', () => {
  let refused = 0
  const budget = createBodyBudget(4096 * KIB, () => refused++)
  const [first, second, third] = ['2001:db8::1', '2001:db8::2', '2001:db8::3'].map((address) => budget.open(address))
  first?.take(256 * KIB)
  second?.take(256 * KIB)
  expect(() => third?.take(1)).toThrow(expect.objectContaining({ code: 'unavailable', retryAfterMs: 1000 }))
  expect(refused).toBe(1)
  budget.open('2001:db8:0:1::1').take(256 * KIB)
  budget.open().take(1024 * KIB)
  budget.open('127.0.0.1').take(1024 * KIB)
  first?.release()
  third?.take(256 * KIB)
  expect(() => third?.take(1)).toThrow()
})

// Regression: the owner of one /48 could use up the whole budget, from eight of its /64.
test('E6: all /64 of one /48 use at most a quarter of the budget', () => {
  const budget = createBodyBudget(4096 * KIB, () => undefined)
  const shares = ['2001:db8:7:1::1', '2001:db8:7:2::1', '2001:db8:7:3::1', '2001:db8:7:4::1'].map((address) => budget.open(address))
  for (const share of shares) share.take(256 * KIB)
  const another = budget.open('2001:db8:7:5::1')
  expect(() => another.take(1)).toThrow(expect.objectContaining({ code: 'unavailable' }))
  budget.open('2001:db8:8:1::1').take(256 * KIB)
  shares[0]?.release()
  another.take(256 * KIB)
})

test('E6: the smallest budget has room for the largest body of a network', () => {
  const budget = createBodyBudget(BUDGET_BYTES, () => undefined)
  const share = budget.open('203.0.113.7')
  share.take(256 * KIB)
  expect(() => budget.open('::ffff:203.0.113.7').take(1)).toThrow()
  share.release()
  budget.open('203.0.113.7').take(256 * KIB)
})
