import { expect, it, onTestFinished } from 'vitest'
import { en } from '../../src/locales/en.ts'
import { launchChromium, openProfile } from '../support/browser.ts'
import { openScreenSite } from './screen-site.ts'

// Regression: every Accept was refused below the empty container of a toast library. A frame cannot see what lies over it, so only a page of
// the top window looks.
it.each([
  ['draws nothing', 'licensed', ''],
  ['is drawn faintly', 'licensed', 'background: rgb(0 0 0 / 0.3)'],
  ['hides it', 'refused', 'background: rgb(0 0 0 / 0.7)'],
])('H5: below an element over the whole page that takes no presses and %s, an Accept is %s', async (_, outcome, style) => {
  const site = await openScreenSite()
  const browser = await launchChromium()
  onTestFinished(async () => {
    await browser.close()
    await site.close()
  })
  const { page } = await openProfile(browser)
  await page.goto(site.url)
  const accept = page.getByRole('button', { name: en['decision.accept'], exact: true })
  await accept.waitFor()
  await page.evaluate((css) => {
    const container = document.body.appendChild(document.createElement('div'))
    container.style.cssText = `position: fixed; inset: 0; z-index: 9999; pointer-events: none; ${css}`
  }, style)
  // The browser has reported that it does not see the decision.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const options: IntersectionObserverInit & Readonly<Record<string, unknown>> = { trackVisibility: true, delay: 100 }
        const observer = new IntersectionObserver((entries) => {
          if ((entries.at(-1) as { isVisible?: boolean }).isVisible === false) resolve()
        }, options)
        observer.observe(document.querySelector('.licet-decision') as Element)
      }),
  )
  await accept.click()
  if (outcome === 'licensed') await page.locator('[data-state="licensed"]').first().waitFor()
  else await page.locator('[data-part="missing"]').waitFor()
  expect(await page.locator('[data-part="missing"]').count()).toBe(outcome === 'licensed' ? 0 : 1)
})
