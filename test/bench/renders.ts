import type { Page } from 'playwright-core'
import { takeRenders, watchRendersHere } from '../fixtures/watch-renders.ts'

/** Has every page opened from now on note which components React renders. Needs names that are kept. */
export async function watchRenders(page: Page): Promise<void> {
  await page.addInitScript(watchRendersHere)
}

/** The components that an act renders, each with how often when more than once. */
export async function countRenders(page: Page, act: () => Promise<void>): Promise<string> {
  await page.evaluate(takeRenders)
  await act()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  const counts = new Map<string, number>()
  for (const name of await page.evaluate(takeRenders)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => (count === 1 ? name : `${name} ×${count}`)).join(', ')
}
