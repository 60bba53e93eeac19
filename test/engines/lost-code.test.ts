import { expect, it } from 'vitest'
import { en } from '../../src/locales/en.ts'
import { launchChromium } from '../support/browser.ts'
import { openWorld } from './world.ts'

// React unmounted the whole page of the host when the code of the gate's placeholder did not arrive.
it('the page stays when the code of a closed gate does not arrive: the gate is empty, and full at the next visit', async () => {
  const [world, browser] = await Promise.all([openWorld(), launchChromium()])
  try {
    const page = await browser.newPage()
    await page.route(/placeholder/, (route) => route.abort())
    const lost = page.waitForEvent('requestfailed')
    await page.goto(world.page('person-lost', { screen: 'gate' }), { waitUntil: 'networkidle' })
    await lost
    // React has taken in what failed once the page has nothing left to do.
    await page.evaluate('new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve)))')
    await page.getByRole('heading', { name: 'Bramble' }).waitFor()
    expect(await page.getByText('Open').count()).toBe(0)
    await page.unroute(/placeholder/)
    await page.reload()
    await page.getByText(en['gate.locked']).waitFor()
    await page.getByRole('heading', { name: 'Bramble' }).waitFor()
  } finally {
    await browser.close()
    await world.close()
  }
})
