import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { chromiumArguments, ensureChromium } from './chromium.ts'

/** Starts a Chromium that talks to nobody but the page's own hosts. `without`: arguments of Playwright's own that are not wanted. */
export function launchChromium(without: string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: ensureChromium(), args: [...chromiumArguments], ignoreDefaultArgs: without })
}

/** A browser profile nobody has used, with what a test wants to know of it. */
export interface Profile {
  readonly context: BrowserContext
  readonly page: Page
  /** Addresses of every request that any page of the profile made, in order, with the method before them. */
  readonly requests: readonly string[]
  /** Whatever the pages complained about: errors, warnings, violations of the Content-Security-Policy. */
  readonly complaints: readonly string[]
  close(): Promise<void>
}

/** Opens a fresh profile and begins to listen before its first page. */
export async function openProfile(browser: Browser, options: BrowserContextOptions = {}): Promise<Profile> {
  const context = await browser.newContext({ locale: 'en-US', timezoneId: 'UTC', reducedMotion: 'reduce', ...options })
  const requests: string[] = []
  const complaints: string[] = []
  context.on('request', (request) => requests.push(`${request.method()} ${request.url()}`))
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => console.error(`CSP ${event.effectiveDirective} ${event.blockedURI}`))
  })
  const page = await context.newPage()
  return { context, page, requests, complaints, close: () => context.close() }
}
