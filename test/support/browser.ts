import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { chromiumArguments, ensureChromium } from './chromium.ts'

/** How long an act in a page may take. Only a failing test takes this long. */
const TIMEOUT_MS = 60_000

/** Starts a Chromium that contacts only the hosts of the page. `without` removes default arguments of Playwright. */
export function launchChromium(without: string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: ensureChromium(), args: [...chromiumArguments], ignoreDefaultArgs: without })
}

/** A new browser profile, with a record of its requests, errors and warnings. */
export interface Profile {
  readonly context: BrowserContext
  readonly page: Page
  /** Every request of the profile's pages, in order: the method, a space, the address. */
  readonly requests: readonly string[]
  /** Errors, warnings and Content-Security-Policy violations of the pages. */
  readonly problems: readonly string[]
  close(): Promise<void>
}

/** Opens a new profile. It records from before the first page loads. */
export async function openProfile(browser: Browser, options: BrowserContextOptions = {}): Promise<Profile> {
  const context = await browser.newContext({ locale: 'en-US', timezoneId: 'UTC', reducedMotion: 'reduce', ...options })
  context.setDefaultTimeout(TIMEOUT_MS)
  const requests: string[] = []
  const problems: string[] = []
  context.on('request', (request) => requests.push(`${request.method()} ${request.url()}`))
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
  })
  context.on('weberror', (error) => problems.push(String(error.error())))
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => console.error(`CSP ${event.effectiveDirective} ${event.blockedURI}`))
  })
  const page = await context.newPage()
  return { context, page, requests, problems, close: () => context.close() }
}

/** Resolves when a page has loaded all code that an Accept needs, so that it can lose its network. Call it before the page loads. */
export async function waitForAcceptCode(page: Page): Promise<void> {
  const files = [/\/press-checks-[\w-]+\.js$/, /\/open-client-[\w-]+\.js$/, /\/signing-engine-[\w-]+\.js$/]
  const responses = await Promise.all(files.map((file) => page.waitForResponse(file)))
  // Each file imports others. A second import of it resolves when the page has them all.
  for (const response of responses) await page.evaluate(`import(${JSON.stringify(response.url())}).then(() => {})`)
}

/** Resolves when a page has stored that the person declined. The page shows it earlier, and a person who leaves it then may be asked again. */
export async function waitForStoredDecline(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    const opening = indexedDB.open('licet')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const reading = opening.result.transaction('devices').objectStore('devices').getAll()
    await new Promise((resolve) => reading.addEventListener('success', resolve))
    opening.result.close()
    return reading.result.some(({ declined }) => declined !== undefined)
  })
}
