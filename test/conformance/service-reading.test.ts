import { beforeEach, expect, test } from 'vitest'
import { coversUse, type LicenseUse } from '../../src/core/license.ts'
import type { Service } from '../../src/service/index.ts'
import { call, createTenant, type Tenant } from '../fixtures/caller.ts'
import { type Device, signedRequest } from '../fixtures/device.ts'
import { countBytes, watchStorage } from '../fixtures/watched-storage.ts'
import { describeLicenses } from '../fixtures/worlds.ts'

const MANY = 30
const LARGE = 100_000
const PAGE_BYTES = 512_000

// Words that must be escaped in JSON or in a SQL array.
const ODD = ['NULL', '"', '\\', '{a,b}', "'", 'é', 'e\u0301', '💙', '\\u0041', '[]']

describeLicenses('reading licenses', (world) => {
  let tenant: Tenant
  let device: Device
  let token: string
  let unlimited: Service
  beforeEach(async () => {
    unlimited = await world.another({ maxLicensesPerHour: 0, maxTermsPerDay: 0 })
    tenant = await createTenant(world.service)
    ;({ device, token } = await tenant.device())
  })

  const create = async (members: Parameters<typeof signedRequest>[1]) =>
    (await call(unlimited, '/license/create', { token, json: signedRequest(device, members) })).body
  const watched = async (read: number[]) =>
    world.another({ storage: watchStorage(world.storage, { after: (_, rows) => void read.push(countBytes(rows)) }) })

  test('License Get reads the device and its license in one statement', async () => {
    const { id } = await create({})
    const statements: string[] = []
    const storage = watchStorage(world.storage, { before: (text) => void statements.push(text) })
    const service = await world.another({ storage, monotonic: () => 0 })
    // Reads the signing keys, once.
    await call(service, '/.well-known/jwks.json')
    statements.length = 0
    expect((await call(service, `/license/${id}`, { token })).body.id).toBe(id)
    expect(statements).toHaveLength(1)
  })

  // Regression: every open license was read completely, 290 MB for 1,200 licenses.
  test('License Verify reads no license rows, whatever their number and size', async () => {
    for (let n = 0; n < MANY; n++) await create({ ptr: `ptr-${n}`, terms: `${n} ${'x'.repeat(LARGE)}` })
    const read: number[] = []
    const service = await watched(read)
    const verify = async (json: object) => (await call(service, '/license/verify', { token, json })).body
    expect(await verify({})).toEqual({ verified: true, reason: 'licensed' })
    expect(await verify({ usecase: 'none', destination: 'none' })).toEqual({ verified: false, reason: 'not_covered' })
    expect(Math.max(...read)).toBeLessThan(1000)
  })

  test('License Verify gives the same result as the rule of the client', async () => {
    const uses: LicenseUse[][] = [
      [{ usecases: ['analytics'], destinations: ['a.example'] }],
      [
        { usecases: ['analytics'], destinations: ['a.example'] },
        { usecases: ['support'], destinations: ['*'] },
      ],
      [{ usecases: ['*'], destinations: ['b.example', 'a.example'] }],
      ODD.map((word) => ({ usecases: [word, 'analytics'], destinations: [word] })),
    ]
    for (const [at, permitted] of uses.entries()) {
      await create({ uses: permitted, description: `Version ${at}` })
      for (const usecase of ['analytics', 'support', '*', 'NULL', '💙']) {
        for (const destination of ['a.example', 'b.example', '*', ...ODD.slice(0, 5), '💙']) {
          const { body } = await call(world.service, '/license/verify', { token, json: { usecase, destination } })
          const verified = coversUse(permitted, usecase, destination)
          expect([usecase, destination, body]).toEqual([
            usecase,
            destination,
            { verified, reason: verified ? 'licensed' : 'not_covered' },
          ])
        }
      }
    }
  })

  // Regression: it read a page of 101 licenses and dropped those that did not fit.
  test('License List reads at most a page, and the cursor reaches every license', async () => {
    const ids: string[] = []
    for (let n = 0; n < MANY; n++) ids.unshift((await create({ ptr: `ptr-${n}`, terms: `${n} ${'x'.repeat(LARGE)}` })).id)
    const read: number[] = []
    const service = await watched(read)
    for (const bearer of [token, await tenant.adminToken()]) {
      const pages: string[][] = []
      let cursor: string | undefined = ''
      while (cursor !== undefined) {
        const { body } = await call(service, `/license?limit=100&cursor=${cursor}`, { token: bearer })
        pages.push(body.licenses.map((license: { id: string }) => license.id))
        cursor = body.next
      }
      expect(pages.map((page) => page.length)).toEqual([5, 5, 5, 5, 5, 5])
      expect(pages.flat()).toEqual(ids)
    }
    expect(Math.max(...read)).toBeLessThan(PAGE_BYTES * 1.05)
  })

  test('License List returns one license that is larger than a page, and no cursor after the last', async () => {
    const large = await create({ ptr: 'large', terms: 'Large' })
    await world.storage.query("UPDATE licet.terms SET text = repeat('\u8a00', 1000000) WHERE hash = $1", [large.termsHash])
    await create({ ptr: 'small' })
    const first = (await call(world.service, '/license?limit=2', { token })).body
    expect([first.licenses.length, typeof first.next]).toEqual([1, 'string'])
    const second = (await call(world.service, `/license?limit=2&cursor=${first.next}`, { token })).body
    expect([second.licenses.length, second.licenses[0].id, second.next]).toEqual([1, large.id, undefined])
    expect(Buffer.byteLength(second.licenses[0].terms)).toBeGreaterThan(PAGE_BYTES)
  })
})
