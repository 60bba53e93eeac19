import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject } from 'vitest'
import type { ServiceClientConfig } from '../../../src/client/index.ts'
import { en } from '../../../src/locales/en.ts'
import { openPgliteStorage } from '../../../src/service/index.ts'
import { serve } from '../../../src/service/node.ts'
import { openAdministrator } from '../../fixtures/independent-verifier.ts'
import { launchChromium, openProfile } from '../../support/browser.ts'
import { PATIENCE_MS } from '../../support/patience.ts'
import { run } from '../../support/run-command.ts'

/** An app in a temporary folder, with the packed tarball and its dependencies installed. */
export interface App {
  readonly folder: string
  remove(): void
}

export const NEXT_VERSION = '16.4.6'

/** The apps of this folder. */
export type AppName = 'astro' | 'csp' | 'dialogs' | 'next' | 'router' | 'styles' | 'tanstack' | 'vite'

/** Copies an app, or creates an empty one, and runs `npm install` in it. */
export async function installApp(name: AppName | undefined, dependencies: Readonly<Record<string, string>>): Promise<App> {
  const folder = mkdtempSync(join(tmpdir(), `licet-${name ?? 'app'}-`))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    if (name !== undefined) cpSync(join(import.meta.dirname, name), folder, { recursive: true })
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ private: true, type: 'module', dependencies: { ...dependencies, licet: `file:${inject('tarball')}` } }),
    )
    await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'], { cwd: folder })
    return { folder, remove }
  } catch (error) {
    remove()
    throw error
  }
}

/** Opens the real service for pages of other origins. */
export async function openService() {
  const storage = await openPgliteStorage()
  const running = await serve({ port: 0, storage, cors: '*' })
  const { admin } = running.service
  const { orgId } = await admin.createOrganization({ name: 'Pomelo' })
  const { userId } = await admin.createUser({ orgId, email: 'owner@pomelo.example' })
  const { key } = await admin.createApiKey({ userId })
  const { providerId, pubKey } = await admin.createProvider({ orgId, name: 'Pomelo' })
  return {
    url: running.url,
    /** Returns the configuration of an app for a user. */
    configFor: (user: string): ServiceClientConfig => ({
      authUrl: running.url,
      provider: { id: providerId, publicKey: pubKey },
      origin: 'example.pomelo.app',
      userId: user,
      agreement: {
        company: {
          name: 'Pomelo',
          termsUrl: 'https://pomelo.example/terms',
          privacyUrl: 'https://pomelo.example/privacy',
        },
        jurisdiction: 'Ireland',
        compensation: '200 points a month',
        expiry: null,
        purposes: ['analytics', { usecase: 'personalization' }],
      },
    }),
    /** Returns the texts that a user agreed to. */
    texts: async (user: string) =>
      (await (await openAdministrator(running.url, userId, key)).licenses())
        .filter(({ ptr }) => ptr === user)
        .map(({ terms }) => terms),
    statuses: async (user: string) =>
      (await (await openAdministrator(running.url, userId, key)).licenses())
        .filter(({ ptr }) => ptr === user)
        .map(({ status }) => status),
    async close() {
      await running.close()
      await storage.close()
    },
  }
}

export type TestedService = Awaited<ReturnType<typeof openService>>

/** The accent color of both apps. A policy without inline styles must not remove it. */
const ACCENT = 'rgb(12, 34, 56)'

/** Asserts that a user of an app can agree and return in Chromium, without any error or warning. */
export async function expectToWork(url: string, service: TestedService, user: string): Promise<void> {
  const browser = await launchChromium()
  try {
    const { page, problems } = await openProfile(browser)
    // A development server compiles at the first request. The time limit of the test applies.
    await page.goto(url, { timeout: 0 })
    await page.getByRole('heading', { name: en['screen.title'].replace('{company}', 'Pomelo') }).waitFor()
    await page.getByRole('region', { name: en['terms.label'] }).waitFor()
    await page.getByText('Locked', { exact: true }).waitFor()
    // Regression: the server rendered the variables into a style attribute. The policy refused it, and hydration did not restore it.
    const screen = page.locator('.licet-screen')
    await expect
      .poll(() => screen.evaluate((part) => getComputedStyle(part).getPropertyValue('--licet-color-accent')), {
        timeout: PATIENCE_MS,
      })
      .toBe(ACCENT)
    // The bundler of the app must not change the colors of the kit.
    const buttonStyle = await page
      .getByRole('button', { name: en['decision.accept'], exact: true })
      .evaluate((button) => [getComputedStyle(button).backgroundColor, getComputedStyle(button).borderStyle])
    expect(buttonStyle).toEqual([expect.stringMatching(/^(?:oklch\(1 0 0|lab\(100 0 0)/), 'solid'])
    await page.getByRole('button', { name: en['decision.accept'], exact: true }).click()
    await page.getByText(en['receipt.view']).first().waitFor()
    await page.getByText('Unlocked', { exact: true }).waitFor()
    expect(await service.statuses(user)).toEqual(['active'])
    await page.reload()
    await page.getByRole('heading', { name: en['status.already.title'] }).waitFor()
    await page.getByText('Unlocked', { exact: true }).waitFor()
    expect(problems).toEqual([])
  } finally {
    await browser.close()
  }
}

/** Asserts that the terms are in the HTML of a server, can be read without a script, and are what the service stores after an agreement. */
export async function expectServerRenderedTerms(url: string, service: TestedService, user: string): Promise<void> {
  const browser = await launchChromium()
  try {
    const noScript = await openProfile(browser, { javaScriptEnabled: false })
    await noScript.page.goto(url, { timeout: 0 })
    const question = en['screen.title'].replace('{company}', 'Pomelo')
    await noScript.page.getByRole('heading', { name: question }).waitFor()
    await noScript.page.getByText('200 points a month').first().waitFor()
    const read = await noScript.page.getByRole('region', { name: en['terms.label'] }).innerText()
    const accept = { name: en['decision.accept'], exact: true }
    expect(await noScript.page.getByRole('button', accept).isDisabled()).toBe(true)
    await noScript.close()

    const { page, problems } = await openProfile(browser)
    await page.goto(url, { timeout: 0 })
    await page.getByRole('button', { ...accept, disabled: false }).click()
    await page.getByText('Unlocked', { exact: true }).waitFor()
    const [signed = ''] = await service.texts(user)
    expect(wordsOf(read.replace(en['terms.end'], ''))).toEqual(wordsOf(signed))
    // The next visit: neither the HTML nor any later frame has the question. The code that writes the cookie loads after the first paint.
    let html = ''
    const next = async () => (html = await (await page.request.get(url)).text())
    await expect.poll(next, { timeout: PATIENCE_MS }).toContain(en['status.already.title'])
    expect(html).not.toContain(question)
    await page.reload()
    await page.getByText('Unlocked', { exact: true }).waitFor()
    expect(problems).toEqual([])
  } finally {
    await browser.close()
  }
}

/** Returns the words of a text without its Markdown, its addresses and the words that the kit adds to links. */
function wordsOf(text: string): readonly string[] {
  return (
    text
      .replace(/\]\([^)]*\)/g, ' ')
      .replace(/\([^()]*\)/g, ' ')
      .match(/[\p{L}\d]+/gu) ?? []
  )
}
