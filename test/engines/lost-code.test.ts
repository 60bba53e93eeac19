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

// Without a network the code that signs did not arrive, and the screen said "Your choice is kept" though nothing was signed.
it('experience 11: agreeing without the code that signs says that nothing was signed, and trying again signs', async () => {
  const [world, browser] = await Promise.all([openWorld(), launchChromium()])
  try {
    const page = await browser.newPage()
    await page.route(/\/engine-/, (route) => route.abort())
    await page.goto(world.page('person-unloaded'))
    await page.getByRole('button', { name: en['decision.accept'] }).click()
    await page.getByText(en['error.unloaded']).waitFor()
    expect(await page.getByText(en['error.network']).count()).toBe(0)
    expect(await world.licenses('person-unloaded')).toEqual([])
    await page.unroute(/\/engine-/)
    await page.getByRole('button', { name: en['action.retry'] }).click()
    await page.getByText(en['receipt.title']).first().waitFor()
    expect(await world.licenses('person-unloaded')).toHaveLength(1)

    // What signs is loaded ahead where a decision is near, and by no gate that is open already.
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(world.page('person-unloaded', { screen: 'gate' }), { waitUntil: 'networkidle' })
    await page.getByText('Unlocked').waitFor()
    await page.evaluate('whenIdle()')
    expect(asked.filter((url) => url.includes('/engine-'))).toEqual([])
    await page.goto(world.page('person-unloaded', { screen: 'settings' }))
    await page.getByRole('button', { name: en['settings.withdraw'] }).waitFor()
    await page.evaluate('whenIdle()')
    expect(asked.filter((url) => url.includes('/engine-'))).toHaveLength(1)
  } finally {
    await browser.close()
    await world.close()
  }
})

// The download waited for code that did not arrive, and nobody was told: it ended in an unhandled rejection.
it('experience 12: a receipt whose code does not arrive is told, and is made at the next try', async () => {
  const [world, browser] = await Promise.all([openWorld(), launchChromium()])
  try {
    const page = await browser.newPage()
    const thrown: string[] = []
    page.on('pageerror', ({ message }) => thrown.push(message))
    await page.route(/\/receipt-file-/, (route) => route.abort())
    await page.goto(world.page('person-receipt'))
    await page.getByRole('button', { name: en['decision.accept'] }).click()
    await page.getByRole('button', { name: en['receipt.downloadHtml'] }).click()
    await page.getByRole('alert').getByText(en['receipt.unmade']).waitFor()
    expect(thrown).toEqual([])
    await page.unroute(/\/receipt-file-/)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: en['receipt.downloadHtml'] }).click()
    expect((await saved).suggestedFilename()).toMatch(/^license-.+\.html$/)
    await page.getByText(en['receipt.unmade']).waitFor({ state: 'detached' })
  } finally {
    await browser.close()
    await world.close()
  }
})
