import { describe, expect, it } from 'vitest'
import { MAX_AUTOMATIC_ATTEMPTS, RETRY_CAP_MS } from '../../../src/client/engine/retry-delay.ts'
import { createMemoryStorage } from '../../../src/client/index.ts'
import { agreement, newGate, newUserId, openService, until } from '../../fixtures/client.ts'

const { test, open } = await openService()

const create = { path: '/license/create' }

/** Timers and a clock that the test controls. */
function newTime() {
  let now = Date.now()
  const waiting = new Set<() => void>()
  return {
    waiting,
    now: () => now,
    set: (ms: number) => {
      now = ms
    },
    schedule: (callback: () => void) => {
      const run = () => {
        waiting.delete(run)
        callback()
      }
      waiting.add(run)
      return () => waiting.delete(run)
    },
    run: () => {
      for (const run of [...waiting]) run()
    },
  }
}

/** A page with a `focus` event that the test triggers. */
function newPage() {
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    connectivity: { isOnline: () => true, subscribe },
    wake: () => {
      for (const listener of listeners) listener()
    },
  }
}

describe('an attempt after a failed one', () => {
  // Regression: the snapshot showed that the decision waits while it was being sent.
  it('counts as being sent once it has lasted for a second, and as waiting when it failed', async () => {
    const { schedule, now, set, run } = newTime()
    const [begun, failed] = [newGate(), newGate()]
    let sent = 0
    const fetch: typeof globalThis.fetch = async (input, init) => {
      if (String(input).endsWith(create.path)) sent++
      if (sent === 2) {
        begun.open()
        await failed.opened
      }
      return sent < 3 && sent > 0 ? Promise.reject(new TypeError('failed')) : test.fetch(input, init)
    }
    const client = open(test, { now, schedule, prewarm: 'none', fetch })
    const seen: string[] = []
    client.subscribe(() => {
      const { pending } = client.getSnapshot()
      const fact = pending === undefined ? 'none' : `${pending.attempts} ${pending.isWaiting ? 'waiting' : pending.stage}`
      if (seen.at(-1) !== fact) seen.push(fact)
    })
    const creating = client.createLicense()
    await until(client, ({ pending }) => pending?.attempts === 1)
    await client.whenIdle()
    set(now() + RETRY_CAP_MS)
    run()
    await begun.opened
    expect(client.getSnapshot().pending).toMatchObject({ stage: 'sending', isWaiting: true })
    run()
    expect(client.getSnapshot().pending).toMatchObject({ stage: 'sending', isWaiting: false })
    failed.open()
    await until(client, ({ pending }) => pending?.attempts === 2)
    await client.whenIdle()
    expect(client.getSnapshot().pending?.isWaiting).toBe(true)
    client.retry()
    await creating
    expect(seen).toEqual(['none', '0 signing', '0 signed', '0 sending', '1 waiting', '1 sending', '2 sending', '2 waiting', 'none'])
  })

  it('returns what was agreed, even after a reload, and nothing for a withdrawal', async () => {
    const device = { userId: newUserId(), storage: createMemoryStorage() }
    test.online = false
    const before = open(test, { ...device, schedule: () => () => {} })
    before.createLicense({ granted: ['attribution'] }).catch(() => {})
    await until(before, ({ pending }) => pending?.attempts === 1)
    const agreed = before.getSnapshot().pending?.agreed
    expect(agreed).toMatchObject({ terms: before.terms(), uses: [{ usecases: ['analytics', 'attribution'] }] })
    await before.close()
    const after = open(test, { ...device, schedule: () => () => {} })
    await after.getLicense()
    expect(after.getSnapshot().pending?.agreed).toEqual(agreed)
    after.revokeLicense().catch(() => {})
    await until(after, ({ pending }) => pending?.kind === 'revoke' && pending.stage !== 'signing')
    expect(after.getSnapshot().pending?.agreed).toBeUndefined()
  })
})

describe('timers', () => {
  // Regression: it subscribed to the network after its listeners were notified, so nothing ended the subscription.
  it('leaves no subscription to the network when a listener closes the client as soon as it is ready', async () => {
    let subscriptions = 0
    const connectivity = {
      isOnline: () => true,
      subscribe: () => {
        subscriptions++
        return () => subscriptions--
      },
    }
    const client = open(test, { connectivity, prewarm: 'none' })
    await new Promise((resolve) => {
      client.subscribe(() => client.getSnapshot().phase === 'ready' && resolve(client.close()))
    })
    await client.whenIdle()
    expect(subscriptions).toBe(0)
  })

  // Regression: with a VPN or in a virtual machine, `navigator.onLine` is `false` although the network works. Nothing was ever sent.
  it('G1: sends a decision, checks the license and verifies its receipt although the platform reports no network', async () => {
    const connectivity = { isOnline: () => false, subscribe: () => () => {} }
    const device = { userId: newUserId(), storage: createMemoryStorage(), connectivity, prewarm: 'none' as const }
    const { schedule, now, set, run } = newTime()
    const client = open(test, { ...device, now, schedule })
    test.faults.add({ kind: 'drop-request' }, create).add({ kind: 'drop-request' }, { path: 'jwks.json' })
    const creating = client.createLicense()
    await until(client, ({ pending }) => pending?.attempts === 1)
    await client.whenIdle()
    expect(client.getSnapshot()).toMatchObject({ online: false, pending: { isWaiting: true } })
    set(now() + RETRY_CAP_MS)
    run()
    expect((await creating).status).toBe('active')
    await client.close()
    test.requests.length = 0
    const next = open(test, { ...device, refreshAfterMs: 0 })
    next.subscribe(() => {})
    await expect.poll(() => test.requests.map(({ path }) => path)).toContain('/license')
    await expect.poll(() => next.getSnapshot().receiptStatus).toBe('verified')
  })

  // Regression: the next attempt was due and was not sent offline, so the timer started again immediately, without end.
  it('G1: waits longer and longer offline, stops after twelve attempts, and delivers when online', async () => {
    const { schedule, now, set, waiting, run } = newTime()
    const listeners: (() => void)[] = []
    const connectivity = {
      isOnline: () => test.online,
      subscribe: (listener: () => void) => {
        listeners.push(listener)
        return () => {}
      },
    }
    const client = open(test, { now, schedule, connectivity, prewarm: 'none', random: () => 0.5 })
    test.online = false
    const creating = client.createLicense()
    for (let attempts = 1; attempts <= MAX_AUTOMATIC_ATTEMPTS; attempts++) {
      await until(client, ({ pending }) => pending?.attempts === attempts)
      await client.whenIdle()
      expect(waiting.size).toBe(attempts < MAX_AUTOMATIC_ATTEMPTS ? 1 : 0)
      set(now() + RETRY_CAP_MS)
      run()
    }
    test.online = true
    for (const listener of listeners) listener()
    expect((await creating).status).toBe('active')
  })

  // Regression: only a delay of more than an hour was recognized as the result of a clock that was set back.
  it('G5: delays no attempt when the clock is set back by less than an hour', async () => {
    const { schedule, now, set, run } = newTime()
    const client = open(test, { now, schedule, prewarm: 'none' })
    test.faults.add({ kind: 'drop-request' }, create)
    const creating = client.createLicense()
    await until(client, ({ pending }) => pending?.attempts === 1)
    await client.whenIdle()
    set(now() - 50 * 60_000)
    run()
    expect((await creating).status).toBe('active')
  })

  // Regression: without a `Date` header, a `Retry-After` date was ignored.
  it('follows a Retry-After date when the browser hides the Date header', async () => {
    const { schedule, now } = newTime()
    const client = open(test, { now, schedule, prewarm: 'none' })
    const headers = { 'retry-after': new Date(now() + 120_000).toUTCString(), date: '' }
    test.faults.add({ kind: 'alter', alter: () => new Response(null, { status: 503, headers }) }, create)
    const creating = client.createLicense()
    await until(client, ({ pending }) => pending?.attempts === 1)
    expect((client.getSnapshot().pending?.retryAt ?? 0) - now()).toBeGreaterThan(118_000)
    client.retry()
    await creating
  })

  it('measures a Retry-After date by the service’s clock, even if the device’s clock is wrong', async () => {
    const { schedule, now } = newTime()
    const service = now() + 3_600_000
    const client = open(test, { now, schedule, prewarm: 'none' })
    const toText = (ms: number) => new Date(ms).toUTCString()
    const headers = { 'retry-after': toText(service + 120_000), date: toText(service) }
    test.faults.add({ kind: 'alter', alter: () => new Response(null, { status: 503, headers }) }, create)
    const creating = client.createLicense()
    await until(client, ({ pending }) => pending?.attempts === 1)
    expect((client.getSnapshot().pending?.retryAt ?? 0) - now()).toBe(120_000)
    client.retry()
    await creating
  })

  it('follows Retry-After when the person returns to the page', async () => {
    const { schedule, now, set } = newTime()
    const { connectivity, wake } = newPage()
    const client = open(test, { now, schedule, connectivity, prewarm: 'none' })
    test.faults.add({ kind: 'status', status: 503, retryAfter: 120 }, create)
    const creating = client.createLicense()
    await until(client, ({ pending }) => pending?.attempts === 1)
    await client.whenIdle()
    set(now() + 60_000)
    wake()
    await client.whenIdle()
    expect(test.requests.filter(({ path }) => path === create.path)).toHaveLength(1)
    set(now() + 60_000)
    wake()
    expect((await creating).status).toBe('active')
  })

  it('G3: makes one attempt for ten focus events within a second', async () => {
    const { schedule, now, set } = newTime()
    const { connectivity, wake } = newPage()
    // The delay is as long as possible.
    const client = open(test, { now, schedule, connectivity, prewarm: 'none', random: () => 0.999 })
    test.faults.add({ kind: 'status', status: 503 }, { ...create, times: Number.POSITIVE_INFINITY })
    client.createLicense().catch(() => {})
    for (let attempts = 1; attempts <= 5; attempts++) {
      await until(client, ({ pending }) => (pending?.attempts ?? 0) >= attempts)
      await client.whenIdle()
      set(now() + 1000)
      for (let focus = 0; focus < 10; focus++) {
        wake()
        await client.whenIdle()
      }
    }
    expect(client.getSnapshot().pending?.attempts).toBe(6)
  })

  it('counts the attempts of each decision separately', async () => {
    const { schedule, now, set, waiting, run } = newTime()
    // A random delay may be 0, and then the next attempt needs no timer.
    const client = open(test, { now, schedule, prewarm: 'none', random: () => 0.5 })
    test.faults.add({ kind: 'status', status: 503 }, { ...create, times: 11 })
    const creating = client.createLicense()
    for (let attempts = 1; attempts <= 11; attempts++) {
      await until(client, ({ pending }) => pending?.attempts === attempts)
      await client.whenIdle()
      set(now() + RETRY_CAP_MS)
      run()
    }
    await creating
    test.faults.add({ kind: 'status', status: 503 }, create)
    const withdrawing = client.revokeLicense()
    await until(client, ({ pending }) => pending?.attempts === 1)
    await client.whenIdle()
    expect(waiting.size).toBe(1)
    set(now() + RETRY_CAP_MS)
    run()
    expect((await withdrawing).status).toBe('revoked')
  })

  // Regression: each step of a first agreement waited for the same request without a response, up to its time limit.
  it('G13: requests the key set once when the request hangs, not at each step', async () => {
    test.faults.add({ kind: 'delay', until: new Promise(() => {}) }, { path: 'jwks.json', times: 9 })
    const client = open(test, { timeoutMs: 1000 })
    expect((await client.createLicense()).status).toBe('active')
    expect(test.requests.filter(({ path }) => path.endsWith('jwks.json'))).toHaveLength(1)
  })

  // Regression: a run that was requested in the last steps of another was neither started nor scheduled.
  it('G6: delivers a decision that arrives while the delivery ends', async () => {
    for (let steps = 0; steps < 12; steps++) {
      const client = open(test, {
        schedule: () => () => {},
        prewarm: 'none',
        locks: {
          request: async (_, __, task) => {
            const done = await task()
            // Another decision arrives this many microtasks after the entry was removed.
            let later = Promise.resolve()
            for (let step = 0; step < steps; step++) later = later.then(() => {})
            void later.then(() => client.retry())
            return done
          },
        },
      })
      const creating = client.createLicense()
      await creating
      expect((await client.revokeLicense()).status).toBe('revoked')
    }
  })
})

describe('a clock that is two years ahead, past the end of the agreement', () => {
  const AHEAD_MS = 2 * 365 * 86_400_000
  const ending = { ...agreement, expiry: new Date(Math.ceil(Date.now() / 1000) * 1000 + AHEAD_MS / 2).toISOString() }

  // Regression: the license had expired by the clock of the device when it arrived, so each agreement created another one,
  // and none could be withdrawn.
  it('G5: creates one license for repeated agreements, which is in force and can be withdrawn, even after a reload', async () => {
    const device = { storage: createMemoryStorage(), userId: newUserId(), agreement: ending, now: () => Date.now() + AHEAD_MS }
    const client = open(test, device)
    const license = await client.createLicense()
    expect(client.getSnapshot()).toMatchObject({ licensed: true, needs: 'nothing' })
    expect(await client.createLicense()).toEqual(license)
    const reloaded = open(test, device)
    expect(await reloaded.createLicense()).toEqual(license)
    expect((await reloaded.revokeLicense()).status).toBe('revoked')
  })

  it('G5: trusts the clock again after it was corrected', async () => {
    let now = Date.now() + AHEAD_MS
    const client = open(test, { agreement: ending, now: () => now })
    await client.createLicense()
    now = Date.parse(ending.expiry)
    await client.getLicense()
    client.retry()
    expect(client.getSnapshot()).toMatchObject({ licensed: false, needs: 'first' })
  })

  // Regression: a refusal with a time in the future was remembered until that time.
  it('experience 6: does not extend a refusal that was stored with a wrong clock', async () => {
    let now = Date.now() + 5 * AHEAD_MS
    const client = open(test, { now: () => now })
    await client.decline()
    expect(client.getSnapshot().declined).toBeDefined()
    now = Date.now()
    client.retry()
    expect(client.getSnapshot().declined).toBeUndefined()
  })
})

// Regression: both subscriptions were one entry of a set, and were removed together.
it('accepts the same listener twice, and unsubscribes each separately', async () => {
  const client = open(test)
  let calls = 0
  const listener = () => {
    calls += 1
  }
  client.subscribe(listener)()
  client.subscribe(listener)
  const end = client.subscribe(listener)
  end()
  await client.createLicense()
  expect(calls).toBeGreaterThan(0)
})

describe('tokens and texts', () => {
  it('C10: continues in two tabs whose tokens expire at the same time, without using a refresh token', async () => {
    let now = Date.now()
    const forms: string[] = []
    const device = {
      storage: createMemoryStorage(),
      userId: newUserId(),
      now: () => now,
      fetch: (async (input, init) => {
        if (String(input).endsWith('/token')) forms.push(String(init?.body))
        return test.fetch(input, init)
      }) as typeof fetch,
    }
    const [a, b] = [open(test, device), open(test, device)]
    await a.createLicense()
    const use = { usecase: 'analytics', destination: 'acme.example' }
    for (let round = 0; round < 3; round++) {
      const responses = await Promise.all([a.verifyLicense(use), b.verifyLicense(use)])
      expect(responses.map(({ verified }) => verified)).toEqual([true, true])
      now += 601_000
      test.skewMs += 601_000
    }
    expect(forms.length).toBeGreaterThanOrEqual(6)
    expect(forms.filter((form) => form.includes('refresh_token'))).toEqual([])
  })

  it('H2: signs and stores values with Markdown, HTML, `$&`, braces and line breaks exactly as shown', async () => {
    const name = 'A*c_m`e <b>x</b> $& {{company}} [x](javascript:y)'
    const client = open(test, {
      agreement: { ...agreement, company: { ...agreement.company, name }, compensation: '1 $& {{x}} <i>' },
    })
    const shown = client.terms()
    expect(shown).toContain('$& {{company}}')
    expect(shown).not.toContain('<b>')
    expect(await client.createLicense({ terms: shown })).toMatchObject({ terms: shown, status: 'active' })
  })
})
