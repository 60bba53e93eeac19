import type { Browser } from 'playwright-core'
import { launchChromium } from '../support/browser.ts'
import { median, p90, printTable } from '../support/print-table.ts'
import { installPeers } from './install-peers.ts'
import { openSite } from './site.ts'
import { countPages } from './work.ts'

const SLOWDOWNS = [1, 4]
const SETTLE_MS = 400

/** The compared pages. A page counts as readable when the element of `readable` is visible. The first page is the baseline. */
const PAGES = {
  plain: { source: 'pages/plain.tsx', readable: '[data-visible]' },
  licet: { source: 'pages/kit.tsx', readable: '[data-part="terms-text"] p' },
  'licet-server': { source: 'pages/kit-server.tsx', readable: '[data-part="terms-text"] p', isServerRendered: true },
  'bare-dialog': { source: 'pages/bare-dialog.tsx', readable: '[data-part="terms-text"] p' },
  c15t: { source: 'peers/pages/c15t.tsx', readable: '[data-testid="consent-banner-description"]' },
  cookieconsent: { source: 'peers/pages/cookieconsent.tsx', readable: '#cc-main .cm__desc' },
  klaro: { source: 'peers/pages/klaro.tsx', readable: '.klaro .cookie-notice p' },
} as const
type PageName = keyof typeof PAGES
const NAMES = Object.keys(PAGES) as PageName[]

interface Load {
  readonly readable: number
  readonly blocking: number
  /** Addresses that the page had fetched when it was readable. */
  readonly fetched: readonly string[]
}

/** Measures the time from navigation to the first banner of each kit, and to the complete terms of licet, relative to plain React. */
export async function measureVisible(runs: number): Promise<void> {
  await printWork()
  await installPeers()
  const site = await openSite(PAGES)
  const browser = await launchChromium()
  try {
    const head = ['page', 'median', 'p90', 'over plain', 'ratio', 'blocking', 'JS until readable, kB', 'JS kB', 'CSS kB']
    for (const slowdown of SLOWDOWNS) {
      const loads = new Map<PageName, Load[]>(NAMES.map((name) => [name, []]))
      // The first round warms up the browser and does not count.
      for (let round = 0; round <= runs; round++) {
        for (const name of NAMES) {
          const load = await loadOnce(browser, `${site.url}/${name}/`, PAGES[name].readable, slowdown)
          if (round > 0) loads.get(name)?.push(load)
        }
      }
      const readable = (name: PageName) => loads.get(name)?.map((load) => load.readable) ?? []
      const base = median(readable('plain'))
      const rows = NAMES.map((name) => {
        const times = readable(name)
        const middle = median(times)
        const { js, css } = site.takeSizes(name)
        return [
          name,
          middle.toFixed(0),
          p90(times).toFixed(0),
          (middle - base).toFixed(0),
          (middle / base).toFixed(2),
          median(loads.get(name)?.map((load) => load.blocking) ?? []).toFixed(0),
          (median(loads.get(name)?.map((load) => site.sizeOf(load.fetched)) ?? []) / 1000).toFixed(1),
          (js / 1000).toFixed(1),
          (css / 1000).toFixed(1),
        ]
      })
      printTable(`From navigation to readable at ${slowdown}×, ms, ${runs} rounds`, head, rows)
    }
  } finally {
    await browser.close()
    await site.close()
  }
}

/** Prints counts that do not depend on the machine: until the text is readable, and until the page is settled. */
async function printWork(): Promise<void> {
  const rows = [...(await countPages())].flatMap(([name, counted]) =>
    (['readable', 'settled'] as const).map((until) => {
      const { commits, functions, calls, compilations, hashRounds } = counted[until]
      return [name, until, ...[commits, functions, calls, compilations, hashRounds].map(String)]
    }),
  )
  printTable('Work of a page', ['page', 'until', 'commits', 'functions', 'calls', 'compilations', 'SHA-3 rounds'], rows)
}

async function loadOnce(browser: Browser, url: string, selector: string, slowdown: number): Promise<Load> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.addInitScript((readableSelector) => {
    let blocking = 0
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) blocking += Math.max(0, duration - 50)
    }).observe({ type: 'longtask', buffered: true })
    // An element in the document is not readable while it is hidden, transparent or without a size.
    const isReadable = (element: Element | null): boolean => {
      if (element === null || !element.checkVisibility({ visibilityProperty: true })) return false
      const { width, height } = element.getBoundingClientRect()
      let opacity = 1
      for (let at: Element | null = element; at !== null; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity)
      return width > 0 && height > 0 && opacity > 0.5
    }
    const check = () => {
      if (!isReadable(document.querySelector(readableSelector))) requestAnimationFrame(check)
      // Two frames later the browser has painted the element.
      else requestAnimationFrame(() => requestAnimationFrame(() => console.debug(`readable ${performance.now()}`)))
    }
    check()
    Object.assign(window, { blocking: () => blocking })
  }, selector)
  // The page reports the time itself, because a polling script would distort the measurement.
  const report = page.waitForEvent('console', (message) => message.text().startsWith('readable '))
  await page.goto(url)
  const readable = Number((await report).text().split(' ')[1])
  await page.waitForTimeout(SETTLE_MS)
  const blocking = await page.evaluate(() =>
    'blocking' in window && typeof window.blocking === 'function' ? Number(window.blocking()) : 0,
  )
  const fetched = await page.evaluate(
    (end) =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ responseEnd }) => responseEnd <= end)
        .map((entry) => entry.name),
    readable,
  )
  await context.close()
  return { readable, blocking, fetched }
}
