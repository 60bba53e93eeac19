import type { Locator, Page } from 'playwright-core'
import { en } from '../../src/locales/en.ts'
import { launchChromium, openProfile } from '../support/browser.ts'
import { median, p90, printTable } from '../support/print-table.ts'
import { movePointerTo, pressPointer } from './pointer.ts'
import { countRenders, watchRenders } from './renders.ts'
import { openSite } from './site.ts'

const SLOWDOWN = 4
const SETTLE_MS = 400

/** The DOM library of TypeScript lacks `interactionId`. */
interface EventTiming extends PerformanceEntry {
  readonly interactionId: number
}

/** Measures the interaction to next paint of a purpose's checkbox and of Agree on a slow device, and the components that React renders. */
export async function measureInteraction(runs: number): Promise<void> {
  const site = await openSite({
    agree: { source: 'pages/agree.tsx' },
    named: { source: 'pages/agree.tsx', minify: false },
  })
  const browser = await launchChromium()
  const paints = { toggle: [] as number[], accept: [] as number[] }
  try {
    // The first round warms up the browser and the service, and does not count.
    for (let round = 0; round <= runs; round++) {
      const { context, page, close } = await openProfile(browser)
      const session = await context.newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
      await watchPaints(page)
      await page.goto(`${site.url}/agree/`)
      await page.getByRole('button', { name: en['decision.accept'], exact: true }).waitFor()
      await page.waitForLoadState('networkidle')
      const toggle = await paintAfter(page, page.getByRole('checkbox').first())
      const accept = await paintAfter(page, page.getByRole('button', { name: en['decision.accept'], exact: true }))
      if (round > 0) {
        paints.toggle.push(toggle)
        paints.accept.push(accept)
      }
      await close()
    }
    const row = (name: string, times: readonly number[]) => [name, median(times), p90(times)]
    printTable(
      `Interaction to next paint at ${SLOWDOWN}×, ms in steps of 8, ${runs} rounds`,
      ['', 'median', 'p90'],
      [row('select a purpose', paints.toggle), row('Agree', paints.accept)],
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

/** Returns the longest event of an interaction, until its next paint, in milliseconds. Returns 0 below 16 ms, which browsers do not report. */
async function paintAfter(page: Page, target: Locator): Promise<number> {
  await movePointerTo(page, target)
  await pressPointer(page)
  await page.waitForTimeout(SETTLE_MS)
  return page.evaluate(() => ('takePaint' in window && typeof window.takePaint === 'function' ? Number(window.takePaint()) : 0))
}
