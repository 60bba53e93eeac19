import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { en } from '../../src/locales/en.ts'
import { launchChromium, openProfile, type Profile } from '../support/browser.ts'
import { createDemoFolderWithDatabase, type Demo, startDemo } from '../support/demo.ts'

const folder = createDemoFolderWithDatabase()
let demo: Demo
let browser: Browser
let profile: Profile

beforeAll(async () => {
  ;[demo, browser] = await Promise.all([startDemo(folder.path), launchChromium()])
  profile = await openProfile(browser)
})
afterAll(async () => {
  await browser?.close()
  expect(await demo?.stop()).toBe(0)
  folder.remove()
})

const button = (name: string) => profile.page.getByRole('button', { name, exact: true })
const open = async (link: string) => {
  await profile.page.goto(demo.url)
  await profile.page.getByRole('link', { name: link, exact: true }).click()
}

describe('the demo at one address', () => {
  it('signs up with the checkbox, whose facts stand above it, and welcomes the person', async () => {
    const { page } = profile
    await open('Sign up')
    await page.getByLabel('Name').fill('Robin')
    await page.getByLabel('Email').fill('robin@example.com')
    const box = page.getByRole('checkbox', { name: /data use terms/ })
    await box.waitFor()
    const facts = page.locator('.licet-checkbox [data-line]')
    expect(await facts.evaluateAll((lines) => lines.map((line) => line.getAttribute('data-line')))).toEqual([
      ...['data', 'reward', 'duration'],
    ])
    await page.locator('.licet-checkbox [data-part="purposes"]').waitFor()
    await box.check()
    await button('Create account').click()
    await page.getByRole('heading', { name: 'Welcome to Pomelo' }).waitFor()
    await button('Start again').click()
    await box.waitFor()
    expect(await box.isChecked()).toBe(false)
  })

  it('shows the banner for changed terms, and keeps what the person agreed to', async () => {
    const { page } = profile
    await open('Changed terms')
    await page.locator('.licet-notice').waitFor()
    // Regression: the banner named the host of the new recipient.
    expect(await page.locator('.licet-notice').innerText()).toContain('Orchard Research would also get your data.')
    await button(en['decision.decline.update']).click()
    await page.locator('.licet-notice').waitFor({ state: 'hidden' })
    await page.getByRole('heading', { name: 'News' }).waitFor()
  })

  // Regression: beside the name “Clementines”, a price was wider than the page.
  it.each(['/', '/report', '/agree', '/settings', '/sign-up', '/news', '/phone'])(
    'needs no sideways scrolling at 320 px with text of double size on the page %s',
    async (path) => {
      const small = await openProfile(browser, { viewport: { width: 320, height: 640 }, bypassCSP: true })
      await small.page.goto(`${demo.url}${path}`)
      await small.page.addStyleTag({ content: ':root { font-size: 200% }' })
      await small.page.locator('main h1').first().waitFor()
      expect(await small.page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
      await small.close()
    },
  )

  it('has no ads in what everybody agrees to', async () => {
    const { agreement } = await (await fetch(`${demo.url}/demo/config.json`)).json()
    expect(agreement.purposes).toEqual(['analytics', expect.objectContaining({ usecase: 'retargeting' })])
    await open('Share and earn')
    const necessary = profile.page.locator('[data-part="purpose"][data-state="necessary"]')
    await necessary.first().waitFor()
    expect(await necessary.locator('[data-part="purpose-name"]').allTextContents()).toEqual(['Statistics'])
  })

  it('asks in front of the report, and opens it after agreeing', async () => {
    const { page } = profile
    await open('Report')
    await button(en['gate.ask']).click()
    await page.locator('dialog').getByRole('button', { name: en['decision.accept'], exact: true }).click()
    await page.locator('dialog').getByRole('button', { name: en['action.done'], exact: true }).click()
    await page.getByRole('heading', { name: 'Where your money went' }).waitFor()
  })

  it('shows the request as a sheet in a phone', async () => {
    const { page } = profile
    await open('On a phone')
    const phone = page.frameLocator('iframe')
    await phone.locator('dialog[data-surface="sheet"]').waitFor()
    await phone.getByRole('button', { name: en['decision.decline'], exact: true }).click()
    await phone.getByRole('button', { name: en['action.done'], exact: true }).click()
    await phone.locator('dialog').waitFor({ state: 'hidden' })
    await phone.getByRole('heading', { name: 'Scan a receipt' }).waitFor()
  })

  it('reports no error and no violation of its policy', () => {
    expect(profile.problems).toEqual([])
  })
})
