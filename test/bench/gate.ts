import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchChromium } from '../support/browser.ts'
import { median, p90, printTable } from '../support/print-table.ts'
import { measureInTurns } from './in-turns.ts'
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
    const contexts = {} as Record<PageName, BrowserContext>
    for (const [name, { agree }] of Object.entries(PAGES) as [PageName, (typeof PAGES)[PageName]][])
      contexts[name] = await visitFirst(browser, `${site.url}/${name}/`, agree)
    for (const name of Object.keys(contexts)) site.takeSizes(name)
    const visits = await measureInTurns(contexts, runs, (name, context) => visitOnce(context, `${site.url}/${name}/`))
    const base = median(visits.get('plain')?.map(({ work }) => work) ?? [])
    const rows = [...visits].map(([name, all]) => {
      const { js, css } = site.takeSizes(name)
      const work = all.map((visit) => visit.work)
      return [
        name,
        median(work).toFixed(1),
        p90(work).toFixed(1),
        (median(work) - base).toFixed(1),
        median(all.map(({ script }) => script)).toFixed(1),
        Math.max(...all.map(({ asked }) => asked)),
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
async function visitFirst(browser: Browser, url: string, buttons: readonly string[]): Promise<BrowserContext> {
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
