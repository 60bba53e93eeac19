import { describe, expect, it } from 'vitest'
import { createMemoryStorage } from '../../../src/client/index.ts'
import { newUserId, openService, until } from '../../fixtures/client.ts'

const { test, open } = await openService()

const newDevice = () => ({ userId: newUserId(), storage: createMemoryStorage() })

describe('the record of a device', () => {
  it('is not used by a client of another service: neither its key, nor its license, nor its outbox', async () => {
    const device = newDevice()
    const client = open(test, { ...device, schedule: () => () => {} })
    const { address } = await client.createLicense()
    test.online = false
    client.revokeLicense().catch(() => {})
    await until(client, ({ pending }) => pending?.attempts === 1)
    await client.close()
    test.online = true
    test.requests.length = 0

    for (const other of [{ authUrl: 'https://other.example' }, { trailUrl: 'https://other.example' }]) {
      const sent: unknown[] = []
      const fetch = async (_: unknown, init?: RequestInit) => {
        sent.push(init?.body)
        return new Response('', { status: 503 })
      }
      const stranger = open(test, { ...device, ...other, fetch, schedule: () => () => {} })
      expect(await stranger.getLicense()).toBeUndefined()
      expect(stranger.getSnapshot()).toMatchObject({ licensed: false, pending: undefined, needs: 'first', keyLost: false })
      stranger.createLicense().catch(() => {})
      await until(stranger, ({ pending }) => pending?.attempts === 1)
      expect(JSON.stringify(sent)).not.toContain(address)
      expect(stranger.getSnapshot().license).toBeUndefined()
    }

    const again = open(test, device)
    await until(again, ({ license }) => license?.status === 'revoked')
  })
})

describe('wire 9, 17: the salt of a device', () => {
  it('is in every request, has 128 bits, and differs between two devices of one person', async () => {
    const userId = newUserId()
    const salts: unknown[] = []
    for (const storage of [createMemoryStorage(), createMemoryStorage()]) {
      const client = open(test, { userId, storage })
      const license = await client.createLicense()
      const withdrawal = await client.revokeLicense()
      const again = await client.createLicense()
      expect(license['x-salt']).toMatch(/^[\w-]{21}[AQgw]$/)
      expect([withdrawal['x-salt'], again['x-salt']]).toEqual([license['x-salt'], license['x-salt']])
      expect(client.getSnapshot().receiptStatus).toBe('verified')
      salts.push(license['x-salt'])
    }
    expect(new Set(salts).size).toBe(2)
  })

  it('is created once when two tabs create the key at the same time', async () => {
    const device = newDevice()
    const tabs = [open(test, device), open(test, device)]
    const [one, two] = await Promise.all(tabs.map((client) => client.createLicense()))
    expect(two).toEqual(one)
  })
})
