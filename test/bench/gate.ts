import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchChromium } from '../support/browser.ts'
import { median, p90, printTable } from '../support/print-table.ts'
import { installPeers } from './install-peers.ts'
import { openSite } from './site.ts'

const SLOWDOWN = 4
/** How long after the load event a page may still work, in milliseconds. */
const SETTLE_MS = 600

/** The compared pages, and the buttons with which a visitor agrees at the first visit. The first page is the baseline. */
const PAGES = {
  plain: { source: 'pages/no-gate.tsx', agree: [] },
  licet: { source: 'pages/gate.tsx', agree: ['[data-part="gate"] button', 'dialog [data-part="accept"]'] },
  c15t: { source: 'peers/pages/c15t.tsx', agree: ['[data-testid="consent-banner-accept-button"]'] },
  cookieconsent: { source: 'peers/pages/cookieconsent.tsx', agree: ['#cc-main [data-role="all"]'] },
  klaro: { source: 'peers/pages/klaro.tsx', agree: ['.klaro .cm-btn-success'] },
} as const
type PageName = keyof typeof PAGES
const NAMES = Object.keys(PAGES) as PageName[]

/** What the main thread did in one visit, in milliseconds of its processor time. */
interface Visit {
  readonly work: number
  readonly script: number
  /** The requests that are not files of the page. */
  readonly asked: number
}

/**
 * Measures what a kit costs a visitor who agreed earlier: the work of the main thread at 4× slower CPU, over plain React.
 *
 * Counts processor time, because other programs of the machine would change the time of a clock.
 */
export async function measureGate(runs: number): Promise<void> {
  await installPeers()
  const site = await openSite(PAGES)
  const browser = await launchChromium()
  try {
    const contexts = new Map<PageName, BrowserContext>()
    for (const name of NAMES) contexts.set(name, await agree(browser, `${site.url}/${name}/`, PAGES[name].agree))
    const visits = new Map<PageName, Visit[]>(NAMES.map((name) => [name, []]))
    for (const name of NAMES) site.takeSizes(name)
    // The first round warms up the browser and does not count.
    for (let round = 0; round <= runs; round++)
      for (const [name, context] of contexts) {
        const visit = await visitOnce(context, `${site.url}/${name}/`)
        if (round > 0) visits.get(name)?.push(visit)
      }
    const works = (name: PageName) => visits.get(name)?.map(({ work }) => work) ?? []
    const base = median(works('plain'))
    const rows = NAMES.map((name) => {
      const { js, css } = site.takeSizes(name)
      const work = works(name)
      return [
        name,
        median(work).toFixed(1),
        p90(work).toFixed(1),
        (median(work) - base).toFixed(1),
        median(visits.get(name)?.map(({ script }) => script) ?? []).toFixed(1),
        Math.max(...(visits.get(name)?.map(({ asked }) => asked) ?? [])),
        (js / 1000).toFixed(1),
        (css / 1000).toFixed(1),
      ]
    })
    const head = ['page', 'main thread', 'p90', 'over plain', 'script', 'requests', 'JS kB', 'CSS kB']
    printTable(`A visitor who agreed earlier, at ${SLOWDOWN}×, ms of processor time, ${runs} rounds`, head, rows)
  } finally {
    await browser.close()
    await site.close()
  }
}

/** Agrees at a first visit, and visits once more, so that everything that is stored is stored. */
async function agree(browser: Browser, url: string, buttons: readonly string[]): Promise<BrowserContext> {
  const context = await browser.newContext()
  for (const selectors of [buttons, []]) {
    const page = await context.newPage()
    await page.goto(url, { waitUntil: 'networkidle' })
    for (const selector of selectors) await page.locator(selector).first().click()
    await settle(page)
    await page.close()
  }
  return context
}

async function visitOnce(context: BrowserContext, url: string): Promise<Visit> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  let asked = 0
  page.on('request', (request) => {
    if (['fetch', 'xhr', 'ping'].includes(request.resourceType())) asked++
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const before = await readMetrics(session)
  await page.goto(url)
  await settle(page)
  const after = await readMetrics(session)
  await page.close()
  const spent = (name: string) => ((after.get(name) ?? 0) - (before.get(name) ?? 0)) * 1000
  return { work: spent('TaskDuration'), script: spent('ScriptDuration'), asked }
}

async function readMetrics(session: Awaited<ReturnType<BrowserContext['newCDPSession']>>): Promise<ReadonlyMap<string, number>> {
  const { metrics } = await session.send('Performance.getMetrics')
  return new Map(metrics.map(({ name, value }) => [name, value]))
}

/** Waits until the page has nothing left to do. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(SETTLE_MS)
}
