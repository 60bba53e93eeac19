import type { Locator, Page } from 'playwright-core'
import { en } from '../../src/locales/en.ts'
import { launchChromium, openProfile } from '../support/browser.ts'
import { pointAt, press } from './point-at.ts'
import { countRenders, watchRenders } from './renders.ts'
import { openSite } from './site.ts'
import { median, p90, printTable } from './table.ts'

const SLOWDOWN = 4
const SETTLE_MS = 400

/** The browser's own measure, which the library of the DOM's types does not wholly have. */
interface EventTiming extends PerformanceEntry {
  readonly interactionId: number
}

/** Interaction to next paint of a purpose's switch and of Agree on a slow device, and which components a switch renders. */
export async function measureInteraction(runs: number): Promise<void> {
  const site = await openSite({
    agree: { source: 'pages/agree.tsx' },
    named: { source: 'pages/agree.tsx', minify: false },
  })
  const browser = await launchChromium()
  const paints = { toggle: [] as number[], accept: [] as number[] }
  try {
    // The first round warms the browser and the service and is not counted.
    for (let round = 0; round <= runs; round++) {
      const { context, page, close } = await openProfile(browser)
      const session = await context.newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
      await watchPaints(page)
      await page.goto(`${site.url}/agree/`)
      await page.getByRole('button', { name: en['decision.accept'] }).waitFor()
      await page.waitForLoadState('networkidle')
      const toggle = await paintAfter(page, page.getByRole('checkbox').first())
      const accept = await paintAfter(page, page.getByRole('button', { name: en['decision.accept'] }))
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
      [row('a purpose turned on', paints.toggle), row('Agree', paints.accept)],
    )

    const { page, close } = await openProfile(browser)
    await watchRenders(page)
    await page.goto(`${site.url}/named/`)
    await page.getByRole('button', { name: en['decision.accept'] }).waitFor()
    await page.waitForLoadState('networkidle')
    const rows: string[][] = []
    for (const [name, at] of [
      ['the first choice', 0],
      ['the next choice', 1],
    ] as const) {
      rows.push([name, await countRenders(page, () => page.getByRole('checkbox').nth(at).click())])
    }
    printTable('What a change of one purpose renders', ['', 'components'], rows)
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

/** The longest event of an interaction, until its next paint; 0 when all were below the 16 ms that a browser tells. */
async function paintAfter(page: Page, target: Locator): Promise<number> {
  await pointAt(page, target)
  await press(page)
  await page.waitForTimeout(SETTLE_MS)
  return page.evaluate(() => ('takePaint' in window && typeof window.takePaint === 'function' ? Number(window.takePaint()) : 0))
}
