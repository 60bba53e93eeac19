import { describe, expect, it } from 'vitest'
import type { ChannelMessage } from '../../../src/client/environment.ts'
import {
  AuthClient,
  type ClientStorage,
  createMemoryStorage,
  type ServiceClient,
  type ServiceClientConfig,
} from '../../../src/client/index.ts'
import { newGate, newUserId, openBench, until } from '../../fixtures/client.ts'

const bench = await openBench()
const { test } = bench

function open(options: Partial<ServiceClientConfig> = {}): ServiceClient {
  return bench.open(test, options)
}

/** A person with a storage that outlives the page, and what is in it. */
function newDevice(change: (rows: ClientStorage) => Partial<ClientStorage> = () => ({})) {
  const rows = createMemoryStorage()
  const userId = newUserId()
  const storage: ClientStorage = { ...rows, kind: 'persistent', ...change(rows) }
  return { userId, storage, rows, row: () => rows.read(JSON.stringify([test.provider.id, userId])) }
}

const use = { usecase: 'analytics', destination: 'acme.example' }
const code = (error: { code: string }) => error.code
const seen = () => test.requests.map(({ path }) => path).filter((path) => !path.endsWith('jwks.json'))
const unusable = ({ userId, storage }: { userId: string; storage: ClientStorage }) => ({
  userId,
  storage,
  schedule: () => () => {},
})

describe('an answer that comes late', () => {
  /** Holds back the next list of licenses, as it was when it was asked for. */
  function holdList() {
    const asked = newGate()
    const gate = newGate()
    test.faults.add(
      {
        kind: 'alter',
        alter: async (answer) => {
          const page = await answer.json()
          asked.open()
          await gate.opened
          return Response.json(page)
        },
      },
      { method: 'GET', path: '/license' },
    )
    return { asked: asked.opened, release: gate.open }
  }

  // Cause: the list overwrote the row, whatever had come into it since it was asked for.
  it('experience 13: a license that was taken back meanwhile does not come to life again', async () => {
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

  // Cause: as above; the record of a person who is forgotten went back to the disk.
  // Cause: a service worker that keeps what it fetched answered with the list from before, and the license held again.
  it('experience 13: nor when what lies between answers with a list that it had kept', async () => {
    const client = open()
    await client.createLicense()
    let kept: string | undefined
    const keep = async (answer: Response) => {
      kept ??= await answer.text()
      return new Response(kept)
    }
    test.faults.add({ kind: 'alter', alter: keep }, { method: 'GET', path: '/license', times: 2 })
    await client.getLicense({ refresh: true })
    const withdrawn = await client.revokeLicense()
    expect(await client.getLicense({ refresh: true })).toEqual(withdrawn)
    expect(client.getSnapshot().licensed).toBe(false)
  })

  it('G10 a record of a device that was cleared meanwhile is not kept', async () => {
    const { row, ...device } = newDevice()
    const client = open(device)
    await client.createLicense()
    const { asked, release } = holdList()
    const refreshed = client.getLicense({ refresh: true })
    await asked
    await client.clear()
    release()
    expect(await refreshed).toBeUndefined()
    expect(client.getSnapshot()).toMatchObject({ licensed: false, license: undefined })
    expect((await row())?.license).toBeUndefined()
  })
})

describe('asking registers nobody', () => {
  // Cause: what asked took the ways of a delivery, which registers a device that the service does not know.
  it('experience 9: a device that was erased at the service is not registered again by a question', async () => {
    const client = open()
    const { address } = await client.createLicense()
    const auth = new AuthClient({ authUrl: test.authUrl, fetch: test.fetch })
    const { accessToken } = await auth.grant({ type: 'user', ...test.user })
    await auth.deleteAddresses(accessToken, test.provider.id, { address })
    test.requests.length = 0
    expect(await client.verifyLicense(use)).toEqual({ verified: false, reason: 'no_active_license' })
    expect(await client.getLicense({ refresh: true })).toBeUndefined()
    expect(client.getSnapshot()).toMatchObject({ licensed: false, needs: 'first' })
    expect(seen().filter((path) => path.endsWith('/user'))).toEqual([])
  })

  // Cause: the key was made anew for the question.
  it('experience 9: a device that is cleared while a question waits is neither made nor registered anew', async () => {
    const { row, ...device } = newDevice()
    await open(device).createLicense()
    const client = open(device)
    await client.getLicense()
    test.requests.length = 0
    const asking = client.verifyLicense(use)
    await client.clear()
    expect(await asking).toEqual({ verified: false, reason: 'no_active_license' })
    expect((await row())?.key).toBeUndefined()
    expect(seen().filter((path) => path.endsWith('/user'))).toEqual([])
  })
})

// Cause: a grant that was under way was shared with whoever asked next, for whatever address.
it('G10 a token that was asked for before clear() is not used for the device after it', async () => {
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

// Cause: the service limits what a network asks for devices that it does not know, and its 429 was waited out for ever.
it('experience 15: a device whose grant is answered with 429 is registered again for an act of the person', async () => {
  const device = newDevice()
  await open(device).createLicense()
  test.faults.add({ kind: 'status', status: 429, code: 'too_many_requests' }, { path: '/auth/token' })
  test.requests.length = 0
  expect((await open(device).revokeLicense()).status).toBe('revoked')
  expect(seen()[2]).toMatch(/\/user$/)
})

describe('clear() forgets in all tabs', () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }

  // Cause: only the tab's view was emptied, and its next look read the row in its memory.
  it('G7 also in a tab that went on in memory', async () => {
    let isFull = false
    const { userId, storage, rows } = newDevice((inner) => ({
      update: async (...args) => (isFull ? full() : inner.update(...args)),
    }))
    const told: ((message: ChannelMessage) => void)[] = []
    const a = open({
      userId,
      storage,
      channel: (_, onMessage) => {
        told.push(onMessage)
        return { post: () => {}, close: () => {} }
      },
    })
    await a.getLicense()
    isFull = true
    await a.createLicense()
    expect(a.getSnapshot()).toMatchObject({ licensed: true, storage: 'memory' })
    await open({ userId, storage: rows }).clear()
    for (const tell of told) tell('cleared')
    expect(await a.createLicense().then(({ address }) => address)).not.toBe(undefined)
    await a.clear()
    expect(await a.getLicense()).toBeUndefined()
  })

  // Cause: in memory it forgot only what is in memory, and a reload read the rest.
  it('G7 in memory it forgets what is on the disk as well: a full one still deletes', async () => {
    let isFull = false
    const { row, ...device } = newDevice((inner) => ({ update: async (...args) => (isFull ? full() : inner.update(...args)) }))
    const client = open(device)
    await client.createLicense()
    isFull = true
    await client.decline()
    expect(client.getSnapshot().storage).toBe('memory')
    await client.clear()
    expect(await row()).toBeUndefined()
  })

  // Cause: a row that is gone was taken for evicted, and what had been signed was delivered from memory.
  it('G8 without a channel: what another tab cleared is not delivered', async () => {
    const { row, ...device } = newDevice()
    const a = open({ ...unusable(device), channel: null })
    test.online = false
    const waiting = a.createLicense().catch((error: Error) => error)
    await until(a, ({ pending }) => pending?.attempts === 1)
    await open({ ...device, channel: null }).clear()
    test.online = true
    test.requests.length = 0
    a.retry()
    // Cause: it was told that what was signed stays in the outbox.
    expect(await waiting).toMatchObject({ code: 'aborted', message: expect.stringContaining('forget') })
    expect(seen()).toEqual([])
    expect(a.getSnapshot()).toMatchObject({ licensed: false, pending: undefined })
    expect((await row())?.key).toBeUndefined()
  })

  it('G7 a tab that looks while another forgets does not take what it misses for lost', async () => {
    const tabs: ((message: ChannelMessage) => void)[] = []
    const channel: ServiceClientConfig['channel'] = (_, onMessage) => {
      tabs.push(onMessage)
      return {
        post: (message) => {
          for (const tell of tabs) if (tell !== onMessage) tell(message)
        },
        close: () => {},
      }
    }
    let look = () => {}
    const waiting: { tab?: ServiceClient } = {}
    const { userId, storage } = newDevice((inner) => ({
      remove: async (scope) => {
        await inner.remove(scope)
        look()
        await waiting.tab?.whenIdle()
      },
    }))
    const connectivity = {
      isOnline: () => test.online,
      subscribe: (tell: () => void) => {
        look = () => tell()
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

  // Cause: signing found its key gone, took that for the act of another tab, and began anew.
  it('G10 while a decision is being signed: it is dropped, and nothing is made anew', async () => {
    const { row, ...device } = newDevice()
    const client = open({ ...device, prewarm: 'none' })
    await client.getLicense()
    const creating = client.createLicense().catch(code)
    await client.clear()
    expect(await creating).toBe('aborted')
    await client.whenIdle()
    expect((await row())?.key).toBeUndefined()
    expect(seen()).toEqual([])
    expect((await client.createLicense()).status).toBe('active')
  })
})

describe('a withdrawal counts', () => {
  // Cause: only the last decision in the line was looked at.
  it('experience 11: also while a new agreement waits behind it: nothing is licensed until that is stored', async () => {
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

  it('experience 11 and 13: when it was refused, until the person agrees anew', async () => {
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

  // Cause: the withdrawal was in memory alone, and the disk still held the license.
  it('G7 also after a reload, when the storage was full at the moment of withdrawing', async () => {
    let isFull = false
    const { userId, storage } = newDevice((inner) => ({
      update: async (...args) => {
        if (isFull) throw new DOMException('full', 'QuotaExceededError')
        return inner.update(...args)
      },
    }))
    const client = open({ userId, storage })
    await client.createLicense()
    isFull = true
    expect((await client.revokeLicense()).status).toBe('revoked')
    isFull = false
    const reloaded = open({ userId, storage })
    expect(await reloaded.getLicense()).toBeUndefined()
    expect(reloaded.getSnapshot()).toMatchObject({ licensed: false, needs: 'first' })
  })

  // Cause: a page of a proxy was taken for the service's word, and the withdrawal was dropped.
  it.each([401, 403, 404, 405, 407, 413, 415, 451])(
    'G3 a page with %i in the place of an answer ends no withdrawal',
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

  it.each([400, 403, 407, 410, 451])('G3 a page with %i in the place of an answer drops no agreement', async (status) => {
    const device = newDevice()
    const client = open(unusable(device))
    test.faults.add({ kind: 'alter', alter: () => new Response('<html>', { status }) }, { path: '/license/create' })
    const creating = client.createLicense()
    await until(client, ({ pending }) => pending?.attempts === 1)
    client.retry()
    expect((await creating).supersedes).toBeUndefined()
  })
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
