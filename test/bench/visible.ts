import type { Browser } from 'playwright-core'
import { launchChromium } from '../support/browser.ts'
import { median, p90, printTable } from '../support/print-table.ts'
import { measureInTurns } from './in-turns.ts'
import { installPeers } from './install-peers.ts'
import { MainThread, traceEvents } from './main-thread.ts'
import { openSite, type Site } from './site.ts'
import { countPages } from './work.ts'

const SLOWDOWNS = [1, 4]
const SETTLE_MS = 400

/** The compared pages. A page counts as readable when the element of `readable` is visible. The first page is the baseline. */
const PAGES = {
  plain: { source: 'pages/plain.tsx', readable: '[data-visible]' },
  licet: { source: 'pages/kit.tsx', readable: '[data-part="terms-text"] p' },
  'licet-prepared': { source: 'pages/kit.tsx', readable: '[data-part="terms-text"] p', isPrepared: true },
  'licet-server': { source: 'pages/kit-server.tsx', readable: '[data-part="terms-text"] p', isServerRendered: true },
  'bare-dialog': { source: 'pages/bare-dialog.tsx', readable: '[data-part="terms-text"] p' },
  c15t: { source: 'peers/pages/c15t.tsx', readable: '[data-testid="consent-banner-description"]' },
  cookieconsent: { source: 'peers/pages/cookieconsent.tsx', readable: '#cc-main .cm__desc' },
  klaro: { source: 'peers/pages/klaro.tsx', readable: '.klaro .cookie-notice p' },
} as const
type PageName = keyof typeof PAGES

/** Times in milliseconds. Work is processor time of the main thread, in milliseconds, from the navigation on. */
interface Load {
  /** When the browser first painted a text; NaN for a banner that fades in, which Chromium does not report. */
  readonly painted: number
  readonly workUntilPainted: number
  /** When the text was readable, and two frames had passed. */
  readonly readable: number
  readonly workUntilReadable: number
  readonly scriptUntilReadable: number
  /** Bytes of JavaScript that the page had fetched when it was readable, gzip. */
  readonly bytes: number
}

/** Measures when the first banner of each kit, and the complete terms of licet, are painted and readable, and what that costs the main thread. */
export async function measureVisible(runs: number): Promise<void> {
  await printWork()
  await installPeers()
  const site = await openSite(PAGES)
  const browser = await launchChromium()
  try {
    for (const slowdown of SLOWDOWNS) {
      const loads = await measureInTurns(PAGES, runs, (name) => loadOnce(browser, site, name, slowdown))
      const names = [...loads.keys()]
      const valuesOf = (name: PageName, what: keyof Load) => loads.get(name)?.map((load) => load[what]) ?? []
      const middle = (name: PageName, what: keyof Load) => median(valuesOf(name, what))
      // Each load is compared with the load of plain React in the same round.
      const ratio = (name: PageName, what: keyof Load) =>
        median(valuesOf(name, what).map((value, round) => value / (valuesOf('plain', what)[round] ?? Number.NaN))).toFixed(2)
      const over = (name: PageName, what: keyof Load) =>
        median(valuesOf(name, what).map((value, round) => value - (valuesOf('plain', what)[round] ?? Number.NaN))).toFixed(0)
      const times = (what: 'painted' | 'readable') =>
        names.map((name) => [
          middle(name, what).toFixed(0),
          p90(valuesOf(name, what)).toFixed(0),
          over(name, what),
          ratio(name, what),
        ])
      const works = (what: 'workUntilPainted' | 'workUntilReadable') =>
        names.map((name) => [middle(name, what).toFixed(0), over(name, what), ratio(name, what)])
      const [painted, readable] = [times('painted'), times('readable')]
      printTable(
        `From navigation to painted and readable at ${slowdown}×, ms, ${runs} rounds`,
        ['page', 'painted', 'p90', 'over plain', 'ratio', 'readable', 'p90', 'over plain', 'ratio'],
        names.map((name, at) => [name, ...(painted[at] ?? []), ...(readable[at] ?? [])]),
      )
      const [untilPainted, untilReadable] = [works('workUntilPainted'), works('workUntilReadable')]
      const head = ['until painted', 'over plain', 'ratio', 'until readable', 'over plain', 'ratio', 'script', 'over plain']
      printTable(
        `Processor time of the main thread at ${slowdown}×, ms, and kB`,
        ['page', ...head, 'JS until readable, kB', 'JS kB', 'CSS kB'],
        names.map((name, at) => {
          const { js, css } = site.takeSizes(name)
          return [
            name,
            ...(untilPainted[at] ?? []),
            ...(untilReadable[at] ?? []),
            middle(name, 'scriptUntilReadable').toFixed(0),
            over(name, 'scriptUntilReadable'),
            ...[middle(name, 'bytes'), js, css].map((bytes) => (bytes / 1000).toFixed(1)),
          ]
        }),
      )
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

async function loadOnce(browser: Browser, site: Site, name: PageName, slowdown: number): Promise<Load> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.addInitScript((readableSelector) => {
    // An element in the document is not readable while it is hidden, transparent or without a size.
    const isReadable = (element: Element | null): boolean => {
      if (element === null || !element.checkVisibility({ visibilityProperty: true })) return false
      const { width, height } = element.getBoundingClientRect()
      let opacity = 1
      for (let at: Element | null = element; at !== null; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity)
      return width > 0 && height > 0 && opacity > 0.5
    }
    const report = () => {
      performance.mark('readable')
      console.debug('readable')
    }
    const check = () => {
      if (!isReadable(document.querySelector(readableSelector))) requestAnimationFrame(check)
      // Two frames later the browser has painted the element.
      else requestAnimationFrame(() => requestAnimationFrame(report))
    }
    check()
  }, PAGES[name].readable)
  const events = await traceEvents(browser, page, async () => {
    // The page reports by itself, because a polling script would distort the measurement.
    const report = page.waitForEvent('console', (message) => message.text() === 'readable')
    await page.goto(`${site.url}/${name}/`)
    await report
    await page.waitForTimeout(SETTLE_MS)
  })
  const { painted, readable, fetched } = await page.evaluate(() => {
    const timeOf = (entry: string) => performance.getEntriesByName(entry)[0]?.startTime ?? Number.NaN
    const end = timeOf('readable')
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return {
      painted: timeOf('first-contentful-paint'),
      readable: end,
      fetched: resources.filter(({ responseEnd }) => responseEnd <= end).map((entry) => entry.name),
    }
  })
  await context.close()
  const thread = new MainThread(events, 'readable')
  const readableAt = thread.timeOf('readable')
  const untilReadable = thread.spent(0, readableAt)
  return {
    painted,
    workUntilPainted: Number.isNaN(painted) ? Number.NaN : thread.spent(0, readableAt - (readable - painted) * 1000).tasks,
    readable,
    workUntilReadable: untilReadable.tasks,
    scriptUntilReadable: untilReadable.script,
    bytes: site.sizeOf(fetched),
  }
}
