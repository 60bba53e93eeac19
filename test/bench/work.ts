import { launchChromium } from '../support/browser.ts'
import { type CountedWork, countWork } from '../support/count-work.ts'
import { openSite } from './site.ts'

const TERMS = '[data-part="terms-text"] p'
const CAN_ACCEPT = '[data-part="accept"]:enabled'

/** The pages whose work is counted, built for production with the names of functions. */
const PAGES = {
  plain: { source: 'pages/plain.tsx', readable: '[data-visible]' },
  'bare-dialog': { source: 'pages/bare-dialog.tsx', readable: TERMS },
  licet: { source: 'pages/kit.tsx', readable: TERMS, settled: CAN_ACCEPT },
  'licet-prepared': { source: 'pages/kit.tsx', readable: TERMS, settled: CAN_ACCEPT, isPrepared: true },
  'licet-server': { source: 'pages/kit-server.tsx', readable: TERMS, settled: CAN_ACCEPT, isServerRendered: true },
} as const

/** A page whose work is counted. */
export type WorkPage = keyof typeof PAGES

/** Counts what pages do until their text is readable and until they are settled, in Chromium, one load each. */
export async function countPages(
  names: readonly WorkPage[] = Object.keys(PAGES) as WorkPage[],
): Promise<Map<WorkPage, CountedWork>> {
  const site = await openSite(Object.fromEntries(names.map((name) => [name, { ...PAGES[name], minify: false }])))
  const browser = await launchChromium()
  try {
    const counted = new Map<WorkPage, CountedWork>()
    for (const name of names) counted.set(name, await countWork(browser, { url: `${site.url}/${name}/`, ...PAGES[name] }))
    return counted
  } finally {
    await browser.close()
    await site.close()
  }
}
