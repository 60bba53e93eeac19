import { describe, expect, it } from 'vitest'
import type { ChannelMessage } from '../../../src/client/environment.ts'
import {
  AuthClient,
  type ClientStorage,
  createMemoryStorage,
  type License,
  type ServiceClient,
  type ServiceClientConfig,
} from '../../../src/client/index.ts'
import { newGate, newUserId, openService, scopeOf, until } from '../../fixtures/client.ts'

const shared = await openService()
const { test } = shared

function open(options: Partial<ServiceClientConfig> = {}): ServiceClient {
  return shared.open(test, options)
}

/** A person with a storage that outlives the page, and its content. */
function newDevice(change: (records: ClientStorage) => Partial<ClientStorage> = () => ({})) {
  const records = createMemoryStorage()
  const userId = newUserId()
  const storage: ClientStorage = { ...records, kind: 'persistent', ...change(records) }
  return { userId, storage, records, record: () => records.read(scopeOf(test, userId)) }
}

/** The same, on a disk that the test can fill. */
function newDiskDevice() {
  const disk = { isFull: false }
  const device = newDevice((inner) => ({
    update: async (...args) => {
      if (disk.isFull) throw new DOMException('full', 'QuotaExceededError')
      return inner.update(...args)
    },
  }))
  return { ...device, disk }
}

const use = { usecase: 'analytics', destination: 'acme.example' }
const code = (error: { code: string }) => error.code
const seen = () => test.requests.map(({ path }) => path).filter((path) => !path.endsWith('jwks.json'))
const unusable = ({ userId, storage }: { userId: string; storage: ClientStorage }) => ({
  userId,
  storage,
  schedule: () => () => {},
})

describe('a late response', () => {
  /** Delays the response with the next list of licenses. The list is the one at the time of the request. */
  function holdList() {
    const asked = newGate()
    const gate = newGate()
    test.faults.add(
      {
        kind: 'alter',
        alter: async (response) => {
          const page = await response.json()
          asked.open()
          await gate.opened
          return Response.json(page)
        },
      },
      { method: 'GET', path: '/license' },
    )
    return { asked: asked.opened, release: gate.open }
  }

  // Regression: the list overwrote all changes of the record since the request.
  it('experience 13: does not restore a license that was withdrawn meanwhile', async () => {
    const client = open()
    await client.createLicense()
    const { asked, release } = holdList()
    const refreshed = client.getLicense({ refresh: true })
    await asked
    const withdrawal = await client.revokeLicense()
    release()
    expect(await refreshed).toEqual(withdrawal)
    expect(client.getSnapshot()).toMatchObject({ licensed: false, license: { status: 'revoked' } })
  })

  // Regression: a service worker responded with an old list from its cache, and the license was active again.
  it('experience 13: does not restore a withdrawn license when a cache returns an old list', async () => {
    const client = open()
    await client.createLicense()
    let kept: string | undefined
    const keep = async (response: Response) => {
      kept ??= await response.text()
      return new Response(kept)
    }
    test.faults.add({ kind: 'alter', alter: keep }, { method: 'GET', path: '/license', times: 2 })
    await client.getLicense({ refresh: true })
    const withdrawn = await client.revokeLicense()
    expect(await client.getLicense({ refresh: true })).toEqual(withdrawn)
    expect(client.getSnapshot().licensed).toBe(false)
  })

  // Regression: the license of a cleared person was stored again.
  // Regression: the license of a cleared person was stored again.
  it('G10: does not store a license of a device that was cleared meanwhile', async () => {
    const { record, ...device } = newDevice()
    const client = open(device)
    await client.createLicense()
    const { asked, release } = holdList()
    const refreshed = client.getLicense({ refresh: true })
    await asked
    await client.clear()
    release()
    expect(await refreshed).toBeUndefined()
    expect(client.getSnapshot()).toMatchObject({ licensed: false, license: undefined })
    expect((await record())?.license).toBeUndefined()
  })
})

describe('reading requests register no device', () => {
  // Regression: reading requests shared the code of deliveries, which register an unknown device.
  it('experience 9: does not register a device again that the service has erased', async () => {
    const client = open()
    const { address } = await client.createLicense()
    const auth = new AuthClient({ authUrl: test.authUrl, fetch: test.fetch })
    const { accessToken } = await auth.grant({ type: 'user', ...test.user })
    await auth.deleteAddresses(accessToken, test.provider.id, { address })
    test.requests.length = 0
    expect(await client.verifyLicense(use)).toEqual({ verified: false, reason: 'no_active_license' })
    expect(seen().filter((path) => path.endsWith('/user'))).toEqual([])
    // The device sends its license again, and the service refuses what it has erased.
    expect(await client.getLicense({ refresh: true })).toMatchObject({ address, status: 'erased' })
    expect(client.getSnapshot()).toMatchObject({ licensed: false, needs: 'first', receiptStatus: 'verified' })
    const { accessToken: ofProvider } = await auth.grant({
      type: 'provider',
      providerId: test.provider.id,
      publicKey: test.provider.publicKey,
    })
    expect(await auth.listAddresses(ofProvider, test.provider.id, { address })).toEqual([])
  })

  // Regression: the request created a new key.
  it('experience 9: neither creates nor registers a device that is cleared during the request', async () => {
    const { record, ...device } = newDevice()
    await open(device).createLicense()
    const client = open(device)
    await client.getLicense()
    test.requests.length = 0
    const asking = client.verifyLicense(use)
    await client.clear()
    expect(await asking).toEqual({ verified: false, reason: 'no_active_license' })
    expect((await record())?.key).toBeUndefined()
    expect(seen().filter((path) => path.endsWith('/user'))).toEqual([])
  })
})

// Regression: a running grant was shared with the next call, even for another address.
it('G10: does not use a token that was requested before clear() for the device after it', async () => {
  const device = newDevice()
  await open(device).createLicense()
  const [gate, asked] = [newGate(), newGate()]
  const client = open({
    ...device,
    fetch: (input, init) => {
      if (String(input).endsWith('/auth/token')) asked.open()
      return test.fetch(input, init)
    },
  })
  test.faults.add({ kind: 'delay', until: gate.opened }, { path: '/auth/token' })
  const asking = client.verifyLicense(use)
  asking.catch(() => {})
  await asked.opened
  await client.clear()
  const creating = client.createLicense()
  await until(client, ({ pending }) => pending?.stage === 'sending')
  gate.open()
  expect((await creating).status).toBe('active')
})

// Regression: the service limits the grants for unknown devices of a network, and the client waited on the 429 forever.
it('experience 15: registers a device again for a decision when its grant is refused with 429', async () => {
  const device = newDevice()
  await open(device).createLicense()
  test.faults.add({ kind: 'status', status: 429, code: 'too_many_requests' }, { path: '/auth/token' })
  test.requests.length = 0
  expect((await open(device).revokeLicense()).status).toBe('revoked')
  expect(seen()[2]).toMatch(/\/user$/)
})

describe('clear() in all tabs', () => {
  // Regression: only the snapshot was cleared, and the next read restored the record from memory.
  it('G7: clears a tab that continues in memory', async () => {
    const { userId, storage, records, disk } = newDiskDevice()
    const listeners: ((message: ChannelMessage) => void)[] = []
    const a = open({
      userId,
      storage,
      channel: (_, onMessage) => {
        listeners.push(onMessage)
        return { post: () => {}, close: () => {} }
      },
    })
    await a.getLicense()
    disk.isFull = true
    await a.createLicense()
    expect(a.getSnapshot()).toMatchObject({ licensed: true, storage: 'memory' })
    await open({ userId, storage: records }).clear()
    for (const notify of listeners) notify('cleared')
    expect(await a.createLicense().then(({ address }) => address)).not.toBe(undefined)
    await a.clear()
    expect(await a.getLicense()).toBeUndefined()
  })

  // Regression: only the memory was cleared, and a reload read the record from the disk.
  it('G7: deletes the record on a full disk as well when the client continues in memory', async () => {
    const { record, disk, userId, storage } = newDiskDevice()
    const client = open({ userId, storage })
    await client.createLicense()
    disk.isFull = true
    await client.decline()
    expect(client.getSnapshot().storage).toBe('memory')
    await client.clear()
    expect(await record()).toBeUndefined()
  })

  // Regression: a deleted record was treated as evicted, and its decisions were delivered from memory.
  it('G8: does not deliver a decision that another tab cleared, when there is no BroadcastChannel', async () => {
    const { record, ...device } = newDevice()
    const a = open({ ...unusable(device), channel: null })
    test.online = false
    const waiting = a.createLicense().catch((error: Error) => error)
    await until(a, ({ pending }) => pending?.attempts === 1)
    await open({ ...device, channel: null }).clear()
    test.online = true
    test.requests.length = 0
    a.retry()
    // Regression: the error claimed that the signed decision stays in the outbox.
    expect(await waiting).toMatchObject({ code: 'aborted', message: expect.stringContaining('`clear()` deleted this decision') })
    expect(seen()).toEqual([])
    expect(a.getSnapshot()).toMatchObject({ licensed: false, pending: undefined })
    expect((await record())?.key).toBeUndefined()
  })

  it('G7: reports no lost key in a tab that reads while another one clears', async () => {
    const tabs: ((message: ChannelMessage) => void)[] = []
    const channel: ServiceClientConfig['channel'] = (_, onMessage) => {
      tabs.push(onMessage)
      return {
        post: (message) => {
          for (const notify of tabs) if (notify !== onMessage) notify(message)
        },
        close: () => {},
      }
    }
    let readAgain = () => {}
    const waiting: { tab?: ServiceClient } = {}
    const { userId, storage } = newDevice((inner) => ({
      remove: async (scope) => {
        await inner.remove(scope)
        readAgain()
        await waiting.tab?.whenIdle()
      },
    }))
    const connectivity = {
      isOnline: () => test.online,
      subscribe: (notify: () => void) => {
        readAgain = () => notify()
        return () => {}
      },
    }
    const tab = open({ userId, storage, channel, connectivity, prewarm: 'none' })
    test.online = false
    const creating = tab.createLicense().catch(code)
    await until(tab, ({ pending }) => pending?.stage === 'signed')
    await tab.whenIdle()
    waiting.tab = tab
    await open({ userId, storage, channel, connectivity: { isOnline: () => true, subscribe: () => () => {} } }).clear()
    expect(await creating).toBe('aborted')
    expect(tab.getSnapshot()).toMatchObject({ storage: 'persistent', pending: undefined, error: undefined })
  })

  // Regression: signing found no key, assumed that another tab had changed it, and started again.
  it('G10: drops a decision that is being signed, and creates nothing', async () => {
    const { record, ...device } = newDevice()
    const client = open({ ...device, prewarm: 'none' })
    await client.getLicense()
    const creating = client.createLicense().catch(code)
    await client.clear()
    expect(await creating).toBe('aborted')
    await client.whenIdle()
    expect((await record())?.key).toBeUndefined()
    expect(seen()).toEqual([])
    expect((await client.createLicense()).status).toBe('active')
  })
})

describe('a refusal', () => {
  // Regression: the agreement was still being signed, so there was nothing to withdraw, and then it deleted the refusal.
  it.each(['in the same tab', 'in another tab', 'in another tab in the same millisecond'])(
    'experience 13: counts when it follows an agreement that is being signed, %s',
    async (where) => {
      const { userId, storage } = newDevice()
      const begun = Date.now()
      const client = open({ userId, storage, now: () => begun })
      const laterMs = where === 'in another tab' ? 5 : 0
      const other = where === 'in the same tab' ? client : open({ userId, storage, now: () => begun + laterMs })
      await Promise.all([client.getLicense(), other.getLicense()])
      const agreeing = client.createLicense().catch(code)
      await other.decline()
      expect(await agreeing).toBe('aborted')
      await Promise.all([client.whenIdle(), other.whenIdle()])
      for (const tab of [client, other])
        expect(tab.getSnapshot()).toMatchObject({ licensed: false, pending: undefined, declined: expect.anything() })
      expect(await client.getLicense({ refresh: true })).toBeUndefined()
    },
  )

  it('does not prevent an agreement that follows it immediately', async () => {
    const client = open()
    await client.getLicense()
    const declining = client.decline()
    expect((await client.createLicense()).status).toBe('active')
    await declining
    expect(client.getSnapshot()).toMatchObject({ licensed: true, declined: undefined })
  })
})

describe('a withdrawal', () => {
  // Regression: the withdrawal was signed first, and the agreement was then made again.
  it('counts when it follows an agreement of a client that is still opening', async () => {
    const { userId, storage } = newDevice()
    test.online = false
    const former = open({ userId, storage })
    former.createLicense().catch(() => undefined)
    await until(former, ({ pending }) => pending?.stage === 'signed')
    await former.close()
    test.online = true
    const client = open({ userId, storage })
    const again = client.createLicense()
    const withdrawing = new Promise<License>((resolve) => {
      const unsubscribe = client.subscribe(() => {
        if (client.getSnapshot().phase !== 'ready') return
        unsubscribe()
        resolve(client.revokeLicense())
      })
    })
    expect((await again).status).toBe('active')
    const withdrawal = await withdrawing
    expect(await client.getLicense({ refresh: true })).toEqual(withdrawal)
    expect(client.getSnapshot().licensed).toBe(false)
  })

  // Regression: the slow tab signed its agreement again after the withdrawal.
  it('experience 13: counts when another tab agrees and withdraws while an agreement is being signed', async () => {
    const { userId, storage } = newDevice()
    const [begun, answered] = [newGate(), newGate()]
    const { subtle } = globalThis.crypto
    const slow: Pick<SubtleCrypto, 'generateKey' | 'exportKey' | 'sign'> = {
      generateKey: subtle.generateKey.bind(subtle),
      exportKey: subtle.exportKey.bind(subtle),
      sign: async (...args) => {
        begun.open()
        await answered.opened
        return subtle.sign(...args)
      },
    }
    const client = open({ userId, storage, crypto: { subtle: slow as SubtleCrypto } })
    const other = open({ userId, storage })
    await Promise.all([client.getLicense(), other.getLicense()])
    const agreeing = client.createLicense().catch(code)
    await begun.opened
    await other.createLicense()
    const withdrawal = await other.revokeLicense()
    answered.open()
    expect(await agreeing).toBe('aborted')
    expect(await other.getLicense({ refresh: true })).toEqual(withdrawal)
    for (const tab of [client, other]) expect(tab.getSnapshot()).toMatchObject({ licensed: false, pending: undefined })
    expect((await client.createLicense()).status).toBe('active')
  })

  it('does not prevent an agreement that follows it in the same task', async () => {
    const client = open()
    await client.createLicense()
    const [withdrawal, license] = await Promise.all([client.revokeLicense(), client.createLicense()])
    expect(withdrawal.status).toBe('revoked')
    expect(license.status).toBe('active')
  })

  it('counts when it follows an agreement with a signal in the same task', async () => {
    const client = open()
    const license = await client.createLicense()
    const again = client.createLicense({ signal: new AbortController().signal })
    const withdrawal = await client.revokeLicense()
    expect((await again).id).toBe(license.id)
    expect(await client.getLicense({ refresh: true })).toEqual(withdrawal)
    expect(client.getSnapshot().licensed).toBe(false)
  })

  // Regression: only the last decision in the outbox was checked.
  it('experience 11: ends the license until a newer agreement in the outbox is stored', async () => {
    const client = open({ schedule: () => () => {}, agreement: { ...choosing() } })
    await client.createLicense({ granted: ['retargeting'] })
    test.online = false
    const withdrawing = client.revokeLicense()
    await until(client, ({ pending }) => pending?.kind === 'revoke' && pending.attempts === 1)
    const agreeing = client.createLicense({ granted: [] })
    await until(client, ({ pending }) => pending?.kind === 'create' && pending.stage === 'signed')
    expect(client.getSnapshot()).toMatchObject({ licensed: false, needs: 'nothing' })
    test.online = true
    client.retry()
    expect((await withdrawing).status).toBe('revoked')
    expect((await agreeing).uses[0]?.usecases).toEqual(['analytics'])
    expect(client.getSnapshot().licensed).toBe(true)
  })

  it('experience 11 and 13: ends the license on this device even if the service refuses it, until the person agrees again', async () => {
    const { userId, storage } = newDevice()
    const client = open({ userId, storage, agreement: choosing() })
    await client.createLicense({ granted: [] })
    test.faults.add({ kind: 'status', status: 403, code: 'insufficient_scope' }, { path: '/license/create' })
    expect(await client.revokeLicense().catch(code)).toBe('insufficient_scope')
    expect(client.getSnapshot()).toMatchObject({ licensed: false, needs: 'first', license: { status: 'active' } })
    const later = open({ userId, storage, agreement: { ...choosing(), compensation: '20 points for each receipt' } })
    await later.createLicense({ granted: [] })
    expect(later.getSnapshot()).toMatchObject({ licensed: true, needs: 'nothing' })
  })

  // Regression: the withdrawal was only in memory, and the license was still on the disk.
  it('G7: still counts after a reload when the storage was full at the time', async () => {
    const { userId, storage, disk } = newDiskDevice()
    const client = open({ userId, storage })
    await client.createLicense()
    disk.isFull = true
    expect((await client.revokeLicense()).status).toBe('revoked')
    disk.isFull = false
    const reloaded = open({ userId, storage })
    expect((await reloaded.getLicense())?.status).not.toBe('active')
    expect(reloaded.getSnapshot()).toMatchObject({ licensed: false, needs: 'first' })
  })

  it('G7: counts in a tab that continues in memory when another tab withdraws', async () => {
    const { userId, storage, records, disk } = newDiskDevice()
    const client = open({ userId, storage })
    await client.createLicense()
    disk.isFull = true
    await client.getLicense({ refresh: true })
    expect(client.getSnapshot()).toMatchObject({ licensed: true, storage: 'memory' })
    await open({ userId, storage: records }).revokeLicense()
    disk.isFull = false
    await client.decline()
    expect(client.getSnapshot()).toMatchObject({ licensed: false, storage: 'persistent' })
  })

  // Regression: the page of a proxy was treated as a response of the service, and the withdrawal was dropped.
  it.each([401, 403, 404, 405, 407, 413, 415, 451])(
    'G3: is kept and sent again when a page with %i replaces the response',
    async (status) => {
      const device = newDevice()
      const client = open(unusable(device))
      await client.createLicense()
      test.faults.add({ kind: 'alter', alter: () => new Response('<html>', { status }) }, { path: '/license/create', times: 2 })
      const withdrawing = client.revokeLicense()
      await until(client, ({ pending }) => pending?.attempts === 1)
      expect(client.getSnapshot()).toMatchObject({
        licensed: false,
        error: undefined,
        pending: { lastError: { code: 'invalid_response' } },
      })
      test.faults.clear()
      client.retry()
      expect((await withdrawing).status).toBe('revoked')
    },
  )

  it.each([400, 403, 407, 410, 451])(
    'G3: an agreement is kept and sent again when a page with %i replaces the response',
    async (status) => {
      const device = newDevice()
      const client = open(unusable(device))
      test.faults.add({ kind: 'alter', alter: () => new Response('<html>', { status }) }, { path: '/license/create' })
      const creating = client.createLicense()
      await until(client, ({ pending }) => pending?.attempts === 1)
      client.retry()
      expect((await creating).supersedes).toBeUndefined()
    },
  )
})

function choosing() {
  return {
    company: { name: 'Acme', termsUrl: 'https://acme.example/terms', privacyUrl: 'https://acme.example/privacy' },
    jurisdiction: 'Ireland',
    compensation: null,
    expiry: null,
    purposes: ['analytics', { usecase: 'retargeting' }],
  } as const
}
