import { launchChromium } from '../support/browser.ts'
import { printTable } from '../support/print-table.ts'
import { openSite } from './site.ts'

const SLOWDOWNS = [1, 4]
const SETTLE_MS = 1500
const DISTANCE = 30_000
const SPEED = 12_000

/** Measures long tasks while 200 kB of terms are scrolled. There should be none. */
export async function measureScroll(): Promise<void> {
  const site = await openSite({ long: { source: 'pages/long.tsx' } })
  const browser = await launchChromium()
  try {
    const rows: (string | number)[][] = []
    for (const slowdown of SLOWDOWNS) {
      const context = await browser.newContext()
      const page = await context.newPage()
      const session = await context.newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
      await page.addInitScript(() => {
        const tasks: number[] = []
        new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
          type: 'longtask',
          buffered: true,
        })
        Object.assign(window, { takeTasks: () => tasks.splice(0) })
      })
      const take = () =>
        page.evaluate(() => {
          const tasks: unknown = 'takeTasks' in window && typeof window.takeTasks === 'function' ? window.takeTasks() : []
          return Array.isArray(tasks) ? tasks.map(Number) : []
        })
      await page.goto(`${site.url}/long/`)
      const text = page.locator('[data-part="terms-text"]')
      await text.locator('p').first().waitFor()
      await page.waitForTimeout(SETTLE_MS)
      const first = await take()
      await text.locator('p').first().scrollIntoViewIfNeeded()
      const box = await text.locator('p').first().boundingBox()
      const before = await scrollPosition()
      await session.send('Input.synthesizeScrollGesture', {
        x: (box?.x ?? 0) + 10,
        y: (box?.y ?? 0) + 10,
        yDistance: -DISTANCE,
        speed: SPEED,
        gestureSourceType: 'mouse',
      })
      const scrolled = (await scrollPosition()) - before
      const tasks = await take()
      rows.push([`${slowdown}×`, sum(first), scrolled.toFixed(0), tasks.length, sum(tasks)])
      await context.close()

      function scrollPosition(): Promise<number> {
        return text.evaluate((element) => element.scrollTop + window.scrollY)
      }
    }
    printTable(
      'Terms of 200 kB: render and scroll',
      ['', 'long tasks while rendering, ms', 'scrolled, px', 'long tasks while scrolling', 'their time, ms'],
      rows,
    )
  } finally {
    await browser.close()
    await site.close()
  }
}

function sum(durations: readonly number[]): string {
  return durations.reduce((all, duration) => all + duration, 0).toFixed(0)
}
