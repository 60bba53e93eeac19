import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
import { en } from '../../src/locales/en.ts'
import { chromiumArguments, ensureChromium } from '../support/chromium.ts'
import { median, p90, printTable } from '../support/print-table.ts'
import { movePointerTo, pressPointer } from './pointer.ts'
import { openSite } from './site.ts'

/** The times of one acceptance, in milliseconds from the click. */
interface Acceptance {
  /** Until the signed request is in the outbox on this device. */
  readonly signed: number
  /** Until the license record of the service is stored on this device. */
  readonly stored: number
  /** The part of `stored` without a pending request: the time of the client alone. */
  readonly clientOnly: number
  /** Sequential round trips. Parallel requests count once; the key set, which is always fetched in parallel, does not count. */
  readonly roundTrips: number
  readonly requests: number
}

/** Measures the time from the click on Agree until the license is signed and until it is stored, against the real service, with an empty profile. */
export async function measureAccept(runs: number): Promise<void> {
  const site = await openSite({ agree: { source: 'pages/agree.tsx' } })
  const profile = await openProfile()
  const cold: Acceptance[] = []
  const warm: Acceptance[] = []
  try {
    // The first round warms up the browser and the service, and does not count.
    for (let round = 0; round <= runs; round++) {
      const page = await profile.openPage(site.url)
      await page.goto(`${site.url}/agree/`)
      const agree = page.getByRole('button', { name: en['decision.accept'], exact: true })
      await agree.waitFor()
      // The client creates the key and loads the signing engine when the page is idle.
      await page.evaluate(() => window.client.whenIdle())
      await page.waitForLoadState('networkidle')
      const first = await measureOne(page, agree)
      await page.evaluate(() => window.client.revokeLicense().then(() => window.client.whenIdle()))
      await page.getByRole('button', { name: en['action.review'] }).click()
      const second = await measureOne(page, agree)
      if (round > 0) {
        cold.push(first)
        warm.push(second)
      }
      await page.close()
    }
  } finally {
    await profile.close()
    await site.close()
  }
  const row = (name: string, select: (one: Acceptance) => number, digits = 1) => [
    name,
    ...[cold, warm].flatMap((all) => [median(all.map(select)), p90(all.map(select))]).map((value) => value.toFixed(digits)),
  ]
  printTable(
    `Agree, ${runs} rounds`,
    ['', 'first license, median', 'p90', 'with a session, median', 'p90'],
    [
      row('until signed and stored on the device, ms', ({ signed }) => signed),
      row('until stored by the service, ms', ({ stored }) => stored),
      row('… of this, the client without service and network, ms', ({ clientOnly }) => clientOnly),
      row('sequential round trips', ({ roundTrips }) => roundTrips, 0),
      row('requests', ({ requests }) => requests, 0),
    ],
  )
}

/** Opens a profile on disk, as people have one. A profile in memory would not measure the disk. */
async function openProfile() {
  const folder = await mkdtemp(join(tmpdir(), 'licet-bench-'))
  const context: BrowserContext = await chromium.launchPersistentContext(folder, {
    executablePath: ensureChromium(),
    args: [...chromiumArguments],
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  })
  return {
    /** Opens a page after deleting all stored data of an origin. */
    async openPage(origin: string): Promise<Page> {
      const page = await context.newPage()
      const devtools = await context.newCDPSession(page)
      await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
      await devtools.send('Network.clearBrowserCache')
      await devtools.detach()
      return page
    },
    async close(): Promise<void> {
      await context.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** Clicks Agree and measures the client and its requests. No script of the bench runs in the page meanwhile. */
async function measureOne(page: Page, agree: Locator): Promise<Acceptance> {
  const recorder = await page.evaluateHandle(() => {
    const { client } = window
    const times = { clicked: 0, signed: 0, stored: 0 }
    performance.clearResourceTimings()
    addEventListener('click', () => (times.clicked = performance.now()), { once: true, capture: true })
    const ended = new Promise<typeof times>((resolve) => {
      const unsubscribe = client.subscribe(() => {
        const { pending, licensed } = client.getSnapshot()
        if (times.signed === 0 && pending?.kind === 'create' && pending.stage !== 'signing') times.signed = performance.now()
        if (!licensed || pending !== undefined) return
        times.stored = performance.now()
        unsubscribe()
        resolve(times)
      })
    })
    return { ended }
  })
  const ended = recorder.evaluate(({ ended }) => ended)
  await movePointerTo(page, agree)
  await pressPointer(page)
  const { clicked, signed, stored } = await ended
  const requests = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name, startTime, duration }) => ({
      span: [startTime, startTime + duration] as const,
      // Only the receipt needs the key set, and the receipt comes last.
      isKeySet: name.includes('/.well-known/'),
    })),
  )
  const during = requests
    .filter(({ span: [start, end] }) => start >= clicked && end <= stored)
    .sort((a, b) => a.span[1] - b.span[1])
  return {
    signed: signed - clicked,
    stored: stored - clicked,
    clientOnly: stored - clicked - covered(during.map(({ span }) => span)),
    roundTrips: longestChain(during.flatMap(({ span, isKeySet }) => (isKeySet ? [] : [span]))),
    requests: during.length,
  }
}

type Span = readonly [start: number, end: number]

/** Returns the time that at least one span covers. The spans are sorted by their ends. */
function covered(spans: readonly Span[]): number {
  let sum = 0
  let until = Number.POSITIVE_INFINITY
  for (const [start, end] of [...spans].reverse()) {
    sum += Math.max(0, Math.min(end, until) - start)
    until = Math.min(until, start)
  }
  return sum
}

/** Returns the largest number of spans that follow each other without overlap. The spans are sorted by their ends. */
function longestChain(spans: readonly Span[]): number {
  let count = 0
  let until = 0
  for (const [start, end] of spans) {
    if (start < until) continue
    count++
    until = end
  }
  return count
}
