import { expect, it } from 'vitest'
import { AuthClient, createMemoryStorage } from '../../../src/client/index.ts'
import { newUserId, openService } from '../../fixtures/client.ts'

const DAY_MS = 86_400_000
const { test, open } = await openService()

async function openAdmin() {
  const auth = new AuthClient({ authUrl: test.authUrl, fetch: test.fetch })
  const { accessToken } = await auth.grant({ type: 'user', ...test.user })
  return { auth, accessToken }
}

it('a device learns of a revocation without it at its next daily check, and verifies the receipt of the end', async () => {
  const storage = createMemoryStorage()
  const userId = newUserId()
  const client = open(test, { storage, userId })
  const license = await client.createLicense()
  await client.close()
  const { auth, accessToken } = await openAdmin()
  const input = { requestedBy: 'person', channel: 'letter', note: 'file 17' } as const
  const revoked = await auth.revokeLicense(accessToken, license.id, input)
  expect(revoked).toMatchObject({ id: license.id, status: 'revoked', revocation: input })

  const next = open(test, { storage, userId, now: () => Date.now() + 2 * DAY_MS })
  await next.getLicense()
  await next.whenIdle()
  const snapshot = next.getSnapshot()
  expect([snapshot.licensed, snapshot.receiptStatus, snapshot.needs]).toEqual([false, 'verified', 'first'])
  const { note: _, ...seen } = revoked.revocation ?? {}
  expect(snapshot.license?.revocation).toEqual(seen)

  const again = await next.createLicense()
  expect([again.status, again.revocation]).toEqual(['active', undefined])
})

it.each([
  ['requestedBy', { requestedBy: 'company' }],
  ['channel', { channel: 'call' }],
  ['timestamp', { timestamp: '2026-01-01T00:00:00.000Z' }],
])('a device does not show a revocation whose %s differs from its receipt', async (_, changes) => {
  const client = open(test, {
    fetch: async (input, init) => {
      const response = await test.fetch(input, init)
      if (!String(input).includes('/license?')) return response
      const page = await response.json()
      Object.assign(page.licenses[0].revocation, changes)
      return Response.json(page)
    },
  })
  const license = await client.createLicense()
  const { auth, accessToken } = await openAdmin()
  await auth.revokeLicense(accessToken, license.id, { requestedBy: 'person', channel: 'letter' })
  await expect(client.getLicense({ refresh: true })).rejects.toMatchObject({ code: 'invalid_receipt' })
})

it('a license that the device revoked before stays as it is', async () => {
  const client = open(test)
  const first = await client.createLicense()
  await client.revokeLicense()
  const { auth, accessToken } = await openAdmin()
  const stays = await auth.revokeLicense(accessToken, first.id, { requestedBy: 'court', channel: 'order' })
  expect([stays.status, stays.revocation]).toEqual(['revoked', undefined])
  await expect(auth.revokeLicense(accessToken, 'unknown', { requestedBy: 'court', channel: 'order' })).rejects.toMatchObject({
    code: 'not_found',
    status: 404,
  })
})
