import { describe, expect, it } from 'vitest'
import { RETRY_CAP_MS } from '../../../src/client/engine/retry-delay.ts'
import { createMemoryStorage } from '../../../src/client/index.ts'
import { agreement, newUserId, openBench, until } from '../../fixtures/client.ts'

const { test, open } = await openBench()

const create = { path: '/license/create' }

/** Timers that run when the test says so, and a clock that it sets. */
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

/** A page to which a person comes back when the test says so. */
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

describe('timers', () => {
  // Cause: the time of the next try had come, nothing was tried without a network, and the timer was set again for at once.
  it('G1 without a network no timer runs, and coming back is enough', async () => {
    const { schedule, now, waiting } = newTime()
    let online = true
    const tell: (() => void)[] = []
    const connectivity = {
      isOnline: () => online,
      subscribe: (listener: () => void) => {
        tell.push(listener)
        return () => {}
      },
    }
    const client = open(test, { now, schedule, connectivity, prewarm: 'none' })
    test.faults.add({ kind: 'drop-request' }, create)
    const creating = client.createLicense()
    await until(client, ({ pending }) => pending?.attempts === 1)
    online = false
    for (const listener of tell) listener()
    await client.whenIdle()
    expect(waiting.size).toBe(0)
    online = true
    for (const listener of tell) listener()
    await client.whenIdle()
    client.retry()
    expect((await creating).status).toBe('active')
  })

  // Cause: only a wait of more than an hour was known for one by a clock that was set back.
  it('G5 a clock that is set back by less than an hour puts no try off', async () => {
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

  // Cause: without the service's `Date` a `Retry-After` that is a date was left aside.
  it('Retry-After as a date is kept to where the browser hides the service’s Date', async () => {
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

  it('Retry-After as a date is measured by the clock of the service, however wrong that of the device is', async () => {
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

  it('Retry-After is kept to when a person comes back', async () => {
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

  it('G3 ten focuses within a second are one try', async () => {
    const { schedule, now, set } = newTime()
    const { connectivity, wake } = newPage()
    // The wait is as long as it can be.
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

  it('the tries of one decision are not counted against the next', async () => {
    const { schedule, now, set, waiting, run } = newTime()
    const client = open(test, { now, schedule, prewarm: 'none' })
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

  // Cause: each step of a first agreement waited for the same silence, up to its time limit.
  it('G13 a key set that hangs is asked for once, not at each step', async () => {
    test.faults.add({ kind: 'delay', until: new Promise(() => {}) }, { path: 'jwks.json', times: 9 })
    const client = open(test, { timeoutMs: 1000 })
    expect((await client.createLicense()).status).toBe('active')
    expect(test.requests.filter(({ path }) => path.endsWith('jwks.json'))).toHaveLength(1)
  })

  // Cause: what asked for a run in the last steps of one was neither run nor planned.
  it('G6 a decision that comes while the outbox is being left is delivered', async () => {
    for (let steps = 0; steps < 12; steps++) {
      const client = open(test, {
        schedule: () => () => {},
        prewarm: 'none',
        locks: {
          request: async (_, __, task) => {
            const done = await task()
            // Another act wakes the outbox so many steps after it was left.
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

  // Cause: by that clock the license had ended when it came, so that each act made another and none could be taken back.
  it('G5 one license, however often it is agreed to; it counts, and can be taken back, also after a reload', async () => {
    const device = { storage: createMemoryStorage(), userId: newUserId(), agreement: ending, now: () => Date.now() + AHEAD_MS }
    const client = open(test, device)
    const license = await client.createLicense()
    expect(client.getSnapshot()).toMatchObject({ licensed: true, needs: 'nothing' })
    expect(await client.createLicense()).toEqual(license)
    const reloaded = open(test, device)
    expect(await reloaded.createLicense()).toEqual(license)
    expect((await reloaded.revokeLicense()).status).toBe('revoked')
  })

  it('G5 a clock that was set right since is trusted again', async () => {
    let now = Date.now() + AHEAD_MS
    const client = open(test, { agreement: ending, now: () => now })
    await client.createLicense()
    now = Date.parse(ending.expiry)
    await client.getLicense()
    client.retry()
    expect(client.getSnapshot()).toMatchObject({ licensed: false, needs: 'first' })
  })

  // Cause: a refusal that seems to be of a day to come was remembered until that day.
  it('experience 6: a refusal is not remembered longer for a clock that was wrong', async () => {
    let now = Date.now() + 5 * AHEAD_MS
    const client = open(test, { now: () => now })
    await client.decline()
    expect(client.getSnapshot().declined).toBeDefined()
    now = Date.now()
    client.retry()
    expect(client.getSnapshot().declined).toBeUndefined()
  })
})

// Cause: both were one in a set, and ended together.
it('the same listener may subscribe twice, and each ends by itself', async () => {
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
  it('C10 two tabs whose tokens end at once: both go on, and no refresh token is used that the other would miss', async () => {
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
      const answers = await Promise.all([a.verifyLicense(use), b.verifyLicense(use)])
      expect(answers.map(({ verified }) => verified)).toEqual([true, true])
      now += 601_000
      test.skewMs += 601_000
    }
    expect(forms.length).toBeGreaterThanOrEqual(6)
    expect(forms.filter((form) => form.includes('refresh_token'))).toEqual([])
  })

  it('H2 values with Markdown, HTML, `$&`, braces and line breaks are signed as they are shown, and stored so', async () => {
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
