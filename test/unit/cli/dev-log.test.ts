import { expect, test } from 'vitest'
import { describeResponse } from '../../../src/cli/commands/dev/describe-response.ts'

const BASE = 'http://127.0.0.1:8787'
const describeJson = (method: string, path: string, status: number, body: unknown) =>
  describeResponse(new Request(BASE + path, { method }), new Response(JSON.stringify(body), { status }))

test('F4: no text of a request or a response controls the terminal or breaks a line', async () => {
  const hostile = 'a\u001b[2J\r\n\u202Eb\u0007'
  const lines = [
    await describeJson('POST', '/license/create', 201, {
      ptr: hostile,
      id: hostile,
      uses: [{ usecases: [hostile] }],
      status: 'active',
    }),
    await describeJson('POST', '/api/latest/provider/x/user', 200, { id: hostile, address: hostile }),
    await describeJson('POST', '/api/latest/auth/token', 401, { error: hostile, error_description: hostile }),
    await describeJson('GET', `/${'x'.repeat(10_000)}`, 404, { code: 'not_found', detail: hostile }),
  ]
  for (const line of lines) {
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    expect(line?.length).toBeLessThan(500)
  }
})

test('names a license that was known already, and a refusal without a body', async () => {
  const license = { ptr: 'user-1', id: 'l-1', uses: [{ usecases: ['analytics'] }], status: 'active' }
  expect(await describeJson('POST', '/license/create', 200, license)).toBe(
    'license      user-1 permits analytics (known already, id l-1)',
  )
  expect(await describeResponse(new Request(`${BASE}/x`, { method: 'HEAD' }), new Response(null, { status: 404 }))).toBe(
    'refused      HEAD /x: 404',
  )
  expect(await describeJson('DELETE', '/api/latest/provider/x/user', 200, {})).toMatch(/^erased/)
})

test('reads and token requests that succeed are not shown', async () => {
  for (const [method, path] of [
    ['GET', '/license'],
    ['POST', '/api/latest/auth/token'],
    ['GET', '/api/latest/provider/x/user'],
  ] as const)
    expect(await describeJson(method, path, 200, {})).toBeUndefined()
})
