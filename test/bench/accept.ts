import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
import { en } from '../../src/locales/en.ts'
import { chromiumArguments, ensureChromium } from '../support/chromium.ts'
import { pointAt, press } from './point-at.ts'
import { openSite } from './site.ts'
import { median, p90, printTable } from './table.ts'

/** What one act of agreeing took, in milliseconds from the click. */
interface Acceptance {
  /** Until the signed request is in the outbox on this device. */
  readonly signed: number
  /** Until the record of the service is stored here. */
  readonly stored: number
  /** Of `stored`, the time in which no request was under way: what is left when service and network take nothing. */
  readonly beyond: number
  /** Requests that had to wait for each other; those side by side count once, and the key set, which is fetched beside them, not at all. */
  readonly trips: number
  readonly requests: number
}

/** From the click on Agree to signed and safe, and to stored, against the real service on this machine, on a disk that holds nothing of it. */
export async function measureAccept(runs: number): Promise<void> {
  const site = await openSite({ agree: { source: 'pages/agree.tsx' } })
  const profile = await openProfile()
  const cold: Acceptance[] = []
  const warm: Acceptance[] = []
  try {
    // The first round warms the browser and the service and is not counted.
    for (let round = 0; round <= runs; round++) {
      const page = await profile.openPage(site.url)
      await page.goto(`${site.url}/agree/`)
      const agree = page.getByRole('button', { name: en['decision.accept'] })
      await agree.waitFor()
      // The key is made ahead, and what signs is loaded when the page is idle.
      await page.evaluate(() => window.client.whenIdle())
      await page.waitForLoadState('networkidle')
      const first = await watch(page, agree)
      await page.evaluate(() => window.client.revokeLicense().then(() => window.client.whenIdle()))
      await page.getByRole('button', { name: en['action.review'] }).click()
      const second = await watch(page, agree)
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
  const row = (name: string, of: (one: Acceptance) => number, digits = 1) => [
    name,
    ...[cold, warm].flatMap((all) => [median(all.map(of)), p90(all.map(of))]).map((value) => value.toFixed(digits)),
  ]
  printTable(
    `Agreeing, ${runs} rounds`,
    ['', 'first time, median', 'p90', 'with a session, median', 'p90'],
    [
      row('signed and safe on this device, ms', ({ signed }) => signed),
      row('stored by the service, ms', ({ stored }) => stored),
      row('… of which beyond service and network, ms', ({ beyond }) => beyond),
      row('round trips, one after the other', ({ trips }) => trips, 0),
      row('requests', ({ requests }) => requests, 0),
    ],
  )
}

/** A profile on the disk, as people have one: what is stored in one that lives in memory never waits for the disk. */
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
    /** Opens a page in the profile after everything that it keeps of an origin is forgotten. */
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

/** Agrees by the button, and watches the client and its requests. Between the click and the record no script of the bench runs in the page. */
async function watch(page: Page, agree: Locator): Promise<Acceptance> {
  const watched = await page.evaluateHandle(() => {
    const { client } = window
    const seen = { began: 0, signed: 0, stored: 0 }
    performance.clearResourceTimings()
    addEventListener('click', () => (seen.began = performance.now()), { once: true, capture: true })
    const ended = new Promise<typeof seen>((resolve) => {
      const unsubscribe = client.subscribe(() => {
        const { pending, licensed } = client.getSnapshot()
        if (seen.signed === 0 && pending?.kind === 'create' && pending.stage !== 'signing') seen.signed = performance.now()
        if (!licensed || pending !== undefined) return
        seen.stored = performance.now()
        unsubscribe()
        resolve(seen)
      })
    })
    return { ended }
  })
  const ended = watched.evaluate(({ ended }) => ended)
  await pointAt(page, agree)
  await press(page)
  const { began, signed, stored } = await ended
  const requests = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name, startTime, duration }) => ({
      span: [startTime, startTime + duration] as const,
      // Nothing waits for the key set but the receipt, which comes last.
      isBeside: name.includes('/.well-known/'),
    })),
  )
  const during = requests.filter(({ span: [start, end] }) => start >= began && end <= stored).sort((a, b) => a.span[1] - b.span[1])
  return {
    signed: signed - began,
    stored: stored - began,
    beyond: stored - began - covered(during.map(({ span }) => span)),
    trips: longestChain(during.flatMap(({ span, isBeside }) => (isBeside ? [] : [span]))),
    requests: during.length,
  }
}

type Span = readonly [start: number, end: number]

/** Time that at least one of the spans covers. Sorted by their ends. */
function covered(spans: readonly Span[]): number {
  let sum = 0
  let until = Number.POSITIVE_INFINITY
  for (const [start, end] of [...spans].reverse()) {
    sum += Math.max(0, Math.min(end, until) - start)
    until = Math.min(until, start)
  }
  return sum
}

/** The most spans of which each begins after the one before has ended. Sorted by their ends. */
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
