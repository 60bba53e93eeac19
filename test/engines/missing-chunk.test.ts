import { expect, it } from 'vitest'
import { en } from '../../src/locales/en.ts'
import { stopLabel } from '../fixtures/company-titles.ts'
import { launchChromium } from '../support/browser.ts'
import { openSite } from './site.ts'

// Regression: React unmounted the whole page of the host app when the code of the gate's placeholder failed to load.
it('keeps the page when the code of a closed gate fails to load, and shows the gate at the next visit', async () => {
  const [site, browser] = await Promise.all([openSite(), launchChromium()])
  try {
    const page = await browser.newPage()
    await page.route(/placeholder/, (route) => route.abort())
    const failed = page.waitForEvent('requestfailed')
    await page.goto(site.page('user-gate', { screen: 'gate' }), { waitUntil: 'networkidle' })
    await failed
    // React has handled the failure when the page is idle.
    await page.evaluate('new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve)))')
    await page.getByRole('heading', { name: 'Bramble' }).waitFor()
    expect(await page.getByText('Open').count()).toBe(0)
    await page.unroute(/placeholder/)
    await page.reload()
    await page.getByText(en['gate.locked'].split('{purpose}')[0] ?? '').waitFor()
    await page.getByRole('heading', { name: 'Bramble' }).waitFor()
  } finally {
    await browser.close()
    await site.close()
  }
})

// Regression: the screen showed "Your choice is kept" when the signing engine failed to load and nothing was signed.
it('experience 11: agreeing without the signing engine reports that nothing was signed, and a retry signs', async () => {
  const [site, browser] = await Promise.all([openSite(), launchChromium()])
  try {
    const page = await browser.newPage()
    await page.route(/\/signing-engine-/, (route) => route.abort())
    await page.goto(site.page('user-engine'))
    await page.getByRole('button', { name: en['decision.accept'], exact: true }).click()
    await page.getByText(en['error.unloaded']).waitFor()
    expect(await page.getByText(en['error.network']).count()).toBe(0)
    expect(await site.licenses('user-engine')).toEqual([])
    await page.unroute(/\/signing-engine-/)
    await page.getByRole('button', { name: en['action.retry'] }).click()
    await page.getByText(en['receipt.view']).first().waitFor()
    expect(await site.licenses('user-engine')).toHaveLength(1)

    // The signing engine is preloaded where a decision is likely, but not by a gate that is already open.
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await page.goto(site.page('user-engine', { screen: 'gate' }), { waitUntil: 'networkidle' })
    await page.getByText('Unlocked').waitFor()
    await page.evaluate('whenIdle()')
    expect(requested.filter((url) => url.includes('/signing-engine-'))).toEqual([])
    await page.goto(site.page('user-engine', { screen: 'settings' }))
    await page.getByRole('button', { name: stopLabel('Bramble') }).waitFor()
    await page.evaluate('whenIdle()')
    expect(requested.filter((url) => url.includes('/signing-engine-'))).toHaveLength(1)
  } finally {
    await browser.close()
    await site.close()
  }
})

// Regression: the download ended in an unhandled rejection, without a message, when its code failed to load.
it('experience 12: reports that the code of a receipt failed to load, and creates the receipt at the next try', async () => {
  const [site, browser] = await Promise.all([openSite(), launchChromium()])
  try {
    const page = await browser.newPage()
    const pageErrors: string[] = []
    page.on('pageerror', ({ message }) => pageErrors.push(message))
    await page.route(/\/receipt-file-/, (route) => route.abort())
    await page.goto(site.page('user-receipt'))
    await page.getByRole('button', { name: en['decision.accept'], exact: true }).click()
    await page.getByRole('button', { name: en['receipt.downloadHtml'] }).click()
    await page.getByRole('alert').getByText(en['receipt.unmade']).waitFor()
    expect(pageErrors).toEqual([])
    await page.unroute(/\/receipt-file-/)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: en['receipt.downloadHtml'] }).click()
    expect((await saved).suggestedFilename()).toMatch(/^license-.+\.html$/)
    await page.getByText(en['receipt.unmade']).waitFor({ state: 'detached' })
  } finally {
    await browser.close()
    await site.close()
  }
})
