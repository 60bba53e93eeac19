import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { en } from '../../src/locales/en.ts'
import { launchChromium, openProfile } from '../support/browser.ts'
import { openScreenSite, type ScreenSite } from './screen-site.ts'

const SOUND = '# Contract\n\nYou can stop at any time.\n\n| Data | Use |\n|---|---|\n| Receipts | Offers |\n'
/** What a production build refuses, as a content management system may return it. */
const REFUSED: Readonly<Record<string, unknown>> = {
  'an HTML comment': '# Contract\n\n<!-- hidden -->\n\nText.',
  'raw HTML': '# Contract\n\n<b>Bold</b>',
  'an image in another language': { en: '# Contract', de: '# Vertrag\n\n![Bild](bild.png)' },
  'front matter': '---\ntitle: Contract\n---\n\n# Contract',
  'a placeholder': '# Contract with {{company}}',
  'more text than a service accepts': `# Contract\n\n${'A sentence. '.repeat(25_000)}`,
  'no text': ' ',
  'a number in place of a text': { en: 42 },
}
const CONTRACTS: Readonly<Record<string, unknown>> = {
  ...REFUSED,
  'as it is written': SOUND,
}

const PAGE = `
import { Component, createElement, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { ConsentProvider, ConsentScreen, TermsCheckbox, useConsent, useSuspenseTerms } from 'licet'

const [part, name] = decodeURIComponent(location.search.slice(1)).split('=')
const agreement = {
  company: { name: 'Bramble', termsUrl: 'https://bramble.example/terms', privacyUrl: 'https://bramble.example/privacy' },
  jurisdiction: 'Ireland',
  compensation: null,
  expiry: null,
  terms: ${JSON.stringify(CONTRACTS)}[name],
}
const config = { ...JSON.parse(document.getElementById('config').textContent), userId: 'person', agreement }
window.notified = []
window.reported = []
window.reportError = ({ code, field }) => window.reported.push(code + ' ' + field)
class Boundary extends Component {
  state = {}
  static getDerivedStateFromError = ({ code }) => ({ code })
  render = () => this.state.code ? createElement('output', null, this.state.code) : this.props.children
}
function Text() {
  const { text } = useSuspenseTerms()
  const { canAccept, accept } = useConsent()
  return createElement('pre', null, text, canAccept && createElement('button', { 'data-part': 'accept', onClick: () => accept() }, 'Agree'))
}
const PARTS = {
  screen: createElement(ConsentScreen),
  form: createElement('form', null, createElement(TermsCheckbox), createElement('button', null, 'Sign up')),
  custom: createElement(Boundary, null, createElement(Suspense, null, createElement(Text))),
}
createRoot(document.getElementById('root')).render(
  createElement(ConsentProvider, { config, onEvent: (event) => window.notified.push(event.type + ' ' + event.code) },
    PARTS[part], createElement('footer', null, 'The host app')))
`

let site: ScreenSite
let browser: Browser

beforeAll(async () => {
  site = await openScreenSite(PAGE)
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
})

/** Opens the page with a contract, and closes it after the test. */
async function withPage(part: string, contract: string, test: (page: Page) => Promise<void>): Promise<void> {
  const { context, page } = await openProfile(browser)
  await page.goto(`${site.url}?${part}=${encodeURIComponent(contract)}`)
  await test(page)
  await context.close()
}

// Regression: only development builds checked a contract. A comment was signed and not shown, and a long text failed at Accept.
it.each(Object.keys(REFUSED))('a production build refuses a contract with %s, and leaves the app as it is', async (contract) => {
  await withPage('screen', contract, async (page) => {
    await page.locator('[data-state="terms-invalid"]').waitFor()
    await page.getByText(en['terms.invalid']).first().waitFor()
    expect(await page.locator('[data-part="accept"]').count()).toBe(0)
    expect(await page.locator('[data-part="decline"]').count()).toBe(1)
    expect(await page.locator('footer').textContent()).toBe('The host app')
    expect(await page.evaluate('[reported, notified]')).toEqual([['invalid_configuration terms'], ['failed invalid_configuration']])
  })
})

it.each([
  ['form', 'input'],
  ['custom', 'pre'],
])('a %s in a production build offers no agreement to a contract that is refused', async (part, content) => {
  await withPage(part, 'an HTML comment', async (page) => {
    await page.getByText(part === 'form' ? en['terms.invalid'] : 'invalid_configuration').waitFor()
    expect(await page.locator(content).count()).toBe(0)
  })
})

// A contract can be read before its check has loaded, and signed after that.
it('a production build shows and signs a contract as it is written', async () => {
  await withPage('screen', 'as it is written', async (page) => {
    await page.locator('[data-part="accept"]:enabled').click()
    await page.locator('[data-state="licensed"]').waitFor()
    expect(await page.evaluate('[reported, notified.filter((event) => event.startsWith("failed"))]')).toEqual([[], []])
  })
})
