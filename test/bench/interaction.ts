import type { Browser, Locator, Page } from 'playwright-core'
import { en } from '../../src/locales/en.ts'
import { launchChromium, openProfile } from '../support/browser.ts'
import { median, p90, printTable } from '../support/print-table.ts'
import { measureInTurns } from './in-turns.ts'
import { installPeers } from './install-peers.ts'
import { MainThread, traceEvents } from './main-thread.ts'
import { movePointerTo, pressPointer } from './pointer.ts'
import { countRenders, watchRenders } from './renders.ts'
import { openSite, type PageSource } from './site.ts'

const SLOWDOWN = 4
const SETTLE_MS = 400

interface MeasuredPage extends PageSource {
  /** The elements that are pressed one after the other, at one load. */
  readonly presses: Readonly<Record<string, string>>
}

const PAGES: Readonly<Record<string, MeasuredPage>> = {
  agree: {
    source: 'pages/agree.tsx',
    presses: { 'select a purpose': '[role="checkbox"], input[type="checkbox"]', Agree: '[data-part="accept"]' },
  },
  'bare-dialog': { source: 'pages/bare-dialog.tsx', presses: { Agree: 'button' } },
  c15t: { source: 'peers/pages/c15t.tsx', presses: { Accept: '[data-testid="consent-banner-accept-button"]' } },
}

/** What one press cost, in milliseconds. */
interface Press {
  /** Interaction to next paint, in steps of 8. */
  readonly paint: number
  /** Processor time of the task of the click. */
  readonly handler: number
  /** Processor time of the main thread from the click until the frame after it is ready to be drawn. */
  readonly work: number
}

/** The DOM library of TypeScript lacks `interactionId`. */
interface EventTiming extends PerformanceEntry {
  readonly interactionId: number
}

/** Measures presses on a slow device, beside other kits, and the components that React renders when a purpose changes. */
export async function measureInteraction(runs: number): Promise<void> {
  await installPeers()
  const site = await openSite({ ...PAGES, named: { source: 'pages/agree.tsx', minify: false } })
  const browser = await launchChromium()
  try {
    const pages = await measureInTurns(PAGES, runs, (name, page) => pressAll(browser, `${site.url}/${name}/`, page))
    const presses = new Map<string, Press[]>()
    for (const [name, rounds] of pages)
      for (const round of rounds)
        for (const [press, measured] of round) {
          const key = `${name}: ${press}`
          presses.set(key, [...(presses.get(key) ?? []), measured])
        }
    const beside = presses.get('c15t: Accept') ?? []
    const cells = (all: readonly Press[], what: keyof Press) => {
      const values = all.map((press) => press[what])
      const ratio = median(values.map((value, round) => value / (beside[round]?.[what] ?? Number.NaN)))
      return [median(values).toFixed(0), p90(values).toFixed(0), ratio.toFixed(2)]
    }
    printTable(
      `A press at ${SLOWDOWN}×, ms, ${runs} rounds: interaction to next paint in steps of 8, then processor time of the main thread`,
      ['', 'next paint', 'p90', '× c15t', 'task of the click', 'p90', '× c15t', 'until the frame', 'p90', '× c15t'],
      [...presses].map(([key, all]) => [key, ...cells(all, 'paint'), ...cells(all, 'handler'), ...cells(all, 'work')]),
    )

    const { page, close } = await openProfile(browser)
    await watchRenders(page)
    await page.goto(`${site.url}/named/`)
    await page.getByRole('button', { name: en['decision.accept'], exact: true }).waitFor()
    await page.waitForLoadState('networkidle')
    const rows: string[][] = []
    for (const [name, at] of [
      ['first change', 0],
      ['second change', 1],
    ] as const) {
      rows.push([name, await countRenders(page, () => page.getByRole('checkbox').nth(at).click())])
    }
    printTable('Components that React renders when a purpose changes', ['', 'components'], rows)
    await close()
  } finally {
    await browser.close()
    await site.close()
  }
}

/** Loads a page in a new profile, waits until it is idle, and presses its elements. */
async function pressAll(browser: Browser, url: string, { presses }: MeasuredPage): Promise<ReadonlyMap<string, Press>> {
  const { context, page, close } = await openProfile(browser)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await watchPaints(page)
  await page.goto(url)
  const targets = Object.entries(presses).map(([press, selector]) => [press, page.locator(selector).first()] as const)
  for (const [, target] of targets) await target.waitFor()
  await page.waitForLoadState('networkidle')
  const measured = new Map<string, Press>()
  for (const [press, target] of targets) measured.set(press, await pressOnce(browser, page, target))
  await close()
  return measured
}

async function watchPaints(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const paints: number[] = []
    const options = { type: 'event', buffered: true, durationThreshold: 16 }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as EventTiming[]) if (entry.interactionId > 0) paints.push(entry.duration)
    }).observe(options)
    Object.assign(window, { takePaint: () => Math.max(0, ...paints.splice(0)) })
  })
}

async function pressOnce(browser: Browser, page: Page, target: Locator): Promise<Press> {
  await movePointerTo(page, target)
  const events = await traceEvents(browser, page, async () => {
    await pressPointer(page)
    await page.waitForTimeout(SETTLE_MS)
  })
  // The longest event of the interaction; 0 below 16 ms, which browsers do not report.
  const paint = await page.evaluate(() =>
    'takePaint' in window && typeof window.takePaint === 'function' ? Number(window.takePaint()) : 0,
  )
  const thread = new MainThread(events, 'EventDispatch')
  const click = thread.timeOf('EventDispatch', { type: 'click' })
  return {
    paint,
    handler: thread.spent(click, click).tasks,
    work: thread.spent(click, thread.timeOf('Layerize', { from: click })).tasks,
  }
}
