import type { Page } from 'playwright-core'
import { takeRenders, watchRendersHere } from '../fixtures/watch-renders.ts'

/** Records the components that React renders in every new page. The page must be built without minified names. */
export async function watchRenders(page: Page): Promise<void> {
  await page.addInitScript(watchRendersHere)
}

/** Returns the components that React renders during an act, with their number if it is more than 1. */
export async function countRenders(page: Page, act: () => Promise<void>): Promise<string> {
  await page.evaluate(takeRenders)
  await act()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  const counts = new Map<string, number>()
  for (const name of await page.evaluate(takeRenders)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => (count === 1 ? name : `${name} ×${count}`)).join(', ')
}
