import type { Page } from 'playwright-core'
import { en } from '../../src/locales/en.ts'
import { launchChromium, openProfile } from '../support/browser.ts'
import { openSite } from './site.ts'
import { median, p90, printTable } from './table.ts'

const SETTLE_MS = 300

/** What one act of agreeing took, in milliseconds from the click or the call. */
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

/** From the click on Agree to signed and safe, and to stored, against the real service on this machine, in profiles that nobody has used. */
export async function measureAccept(runs: number): Promise<void> {
  const site = await openSite({ agree: { source: 'pages/agree.tsx' } })
  const browser = await launchChromium()
  const cold: Acceptance[] = []
  const warm: Acceptance[] = []
  try {
    // The first round warms the browser and the service and is not counted.
    for (let round = 0; round <= runs; round++) {
      const { page, close } = await openProfile(browser)
      await page.goto(`${site.url}/agree/`)
      await page.getByRole('button', { name: en['decision.accept'] }).waitFor()
      // The key is made ahead, and what signs is loaded when the page is idle.
      await page.evaluate(() => window.client.whenIdle())
      await page.waitForLoadState('networkidle')
      const first = await watch(page, 'click')
      await page.evaluate(() => window.client.revokeLicense().then(() => window.client.whenIdle()))
      // The screen has shown the withdrawal.
      await page.waitForTimeout(SETTLE_MS)
      const second = await watch(page, 'call')
      if (round > 0) {
        cold.push(first)
        warm.push(second)
      }
      await close()
    }
  } finally {
    await browser.close()
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

/** Agrees by the button or by a call, and watches the client and its requests. */
async function watch(page: Page, by: 'click' | 'call'): Promise<Acceptance> {
  const times = await page.evaluateHandle((how) => {
    const { client } = window
    const seen = { began: 0, signed: 0, stored: 0 }
    const look = () => {
      const { pending, licensed } = client.getSnapshot()
      if (seen.signed === 0 && pending?.kind === 'create' && pending.stage !== 'signing') seen.signed = performance.now()
      if (seen.stored === 0 && licensed && pending === undefined) seen.stored = performance.now()
    }
    performance.clearResourceTimings()
    client.subscribe(look)
    const begin = () => {
      seen.began = performance.now()
    }
    if (how === 'click') addEventListener('click', begin, { once: true, capture: true })
    else {
      begin()
      void client.createLicense()
    }
    return seen
  }, by)
  if (by === 'click') await page.getByRole('button', { name: en['decision.accept'] }).click()
  await page.waitForFunction(({ stored }) => stored > 0, times)
  const { began, signed, stored, requests } = await times.evaluate(({ ...seen }) => ({
    ...seen,
    requests: performance.getEntriesByType('resource').map(({ name, startTime, duration }) => ({
      span: [startTime, startTime + duration] as const,
      // Nothing waits for the key set but the receipt, which comes last.
      isBeside: name.includes('/.well-known/'),
    })),
  }))
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
