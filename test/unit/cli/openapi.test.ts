import { expect, test } from 'vitest'
import { OPENAPI } from '../../fixtures/openapi.ts'
import { licet } from '../../fixtures/run-licet.ts'

test('`licet openapi` prints the document with the given addresses, and refuses an address without a scheme', async () => {
  const addresses = ['--auth-url', 'https://auth.example.com/', '--trail-url', 'https://trail.example.com']
  const { code, out } = await licet('openapi', ...addresses)
  expect([code, JSON.parse(out)]).toEqual([0, OPENAPI])
  expect((await licet('openapi', '--auth-url', 'auth.example.com')).code).toBe(2)
})
