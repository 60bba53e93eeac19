import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { en } from '../../src/locales/en.ts'
import { type RunningService, serve } from '../../src/service/node.ts'
import { launchChromium, openProfile, type Profile } from '../support/browser.ts'
import { run } from '../support/run-command.ts'
import { type App, installApp } from './apps/app.ts'

const { react, 'react-dom': reactDom, vite, '@vitejs/plugin-react': plugin } = manifest.devDependencies
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}
const PAGES = ['/', '/custom', '/changed', '/dialog', '/settings'] as const
const NONCE = 'bm9uY2Ugb2YgdGhpcyByZXNwb25zZQ=='
const TRUSTED_TYPES = "require-trusted-types-for 'script'; trusted-types 'none'"

/** The header of each run, and the nonce that the app passes to the kit. */
const POLICIES = [
  ["default-src 'self' alone", "default-src 'self'", undefined],
  ['a nonce and Trusted Types', `default-src 'self'; style-src 'self' 'nonce-${NONCE}'; ${TRUSTED_TYPES}`, NONCE],
] as const

let app: App
beforeAll(async () => {
  app = await installApp('csp', { react, 'react-dom': reactDom, vite, '@vitejs/plugin-react': plugin })
  const build = (...args: readonly string[]) => run('npx', ['vite', 'build', '--emptyOutDir', ...args], { cwd: app.folder })
  await build()
  await build('--ssr', 'server.tsx', '--outDir', 'server')
})
afterAll(() => app?.remove())

/** Runs the service, and the app on the same origin with the policy in each response. `reports` has what the browser reported to it. */
async function openSite(policy: string, nonce: string | undefined) {
  const files = new Map<string, string>()
  const dist = join(app.folder, 'dist')
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' }))
    if (extname(name) in TYPES) files.set(`/${name}`, readFileSync(join(dist, name), 'utf8'))
  const reports: string[] = []
  const respond = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (pathname === '/csp-report') {
      reports.push(await request.text())
      return new Response(null, { status: 204 })
    }
    const body = files.get(pathname)
    return new Response(body ?? null, {
      status: body === undefined ? 404 : 200,
      headers: {
        'content-type': `${TYPES[extname(pathname)] ?? (pathname === '/config.json' ? 'application/json' : 'text/html')}; charset=utf-8`,
        'content-security-policy': `${policy}; report-uri /csp-report`,
      },
    })
  }
  const running: RunningService = await serve({ port: 0, memory: true, fallback: respond })
  const { admin } = running.service
  const { orgId } = await admin.createOrganization({ name: 'Pomelo' })
  const { providerId, pubKey } = await admin.createProvider({ orgId, name: 'Pomelo' })
  const config = {
    authUrl: running.url,
    provider: { id: providerId, publicKey: pubKey },
    origin: 'example.pomelo.app',
    userId: 'user-csp',
    agreement: {
      company: { name: 'Pomelo', termsUrl: 'https://pomelo.example/terms', privacyUrl: 'https://pomelo.example/privacy' },
      jurisdiction: 'Ireland',
      compensation: '200 points a month',
      expiry: null,
      purposes: ['analytics', { usecase: 'personalization' }],
    },
  }
  files.set('/config.json', JSON.stringify(config))
  const rendered = await run(process.execPath, ['server/server.js'], {
    cwd: app.folder,
    env: { LICET_PAGES: JSON.stringify({ config, nonce, paths: PAGES }) },
  })
  const shell = (files.get('/index.html') ?? '').replace('<script ', nonce === undefined ? '<script ' : `<script nonce="${nonce}" `)
  const pages = new Map<string, string>(JSON.parse(rendered))
  for (const [path, html] of pages)
    files.set(
      path,
      shell.replace('<!--app-->', () => html),
    )
  return { url: running.url, reports, pages, close: running.close }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

describe.each(POLICIES)('experience 21: under a Content-Security-Policy of %s', (_, policy, nonce) => {
  let site: Awaited<ReturnType<typeof openSite>>
  let browser: Awaited<ReturnType<typeof launchChromium>>
  let profile: Profile
  beforeAll(async () => {
    ;[site, browser] = await Promise.all([openSite(policy, nonce), launchChromium()])
    profile = await openProfile(browser)
  })
  afterAll(async () => {
    await browser?.close()
    await site?.close()
  })

  it('the HTML of a server has no inline style and no script, except a style with the nonce', () => {
    for (const [path, html] of site.pages) {
      expect(html.length, path).toBeGreaterThan(100)
      expect(html, path).not.toMatch(/<[^>]*\s(?:style|on\w+)=|<script|<style(?! nonce=")/)
      expect(html.includes(`<style nonce="${NONCE}">`), path).toBe(nonce !== undefined)
    }
  })

  it('a person reads custom terms, agrees, saves the receipt, compares a change, and withdraws', async () => {
    const { page } = profile
    await page.goto(`${site.url}/custom`)
    await page.getByRole('cell', { name: 'receipts' }).waitFor()

    await page.goto(site.url)
    await page.getByRole('region', { name: en['terms.label'] }).waitFor()
    // Without a nonce, the page sets the color after the HTML of the server is shown.
    const readAccent = () =>
      page.locator('.licet-screen').evaluate((part) => getComputedStyle(part).getPropertyValue('--licet-color-accent'))
    await expect.poll(readAccent).toBe('rgb(12, 34, 56)')
    await button(page, en['decision.accept']).click()
    await page.getByText('Unlocked', { exact: true }).waitFor()
    await page.getByText(en['receipt.view']).first().click()
    await page.getByText(en['receipt.details']).first().click()
    for (const name of [en['receipt.downloadJson'], en['receipt.downloadHtml']]) {
      const [download] = await Promise.all([page.waitForEvent('download'), button(page, name).first().click()])
      expect(await download.failure()).toBeNull()
    }

    await page.goto(`${site.url}/changed`)
    await button(page, en['notice.show']).click()
    await page.locator('[data-part="screen-changes"] > summary').click()
    await page.locator('[data-part="diff"]').getByText('100 points').first().waitFor()

    await page.goto(`${site.url}/settings`)
    await button(page, en['settings.withdraw'].replace('{company}', 'Pomelo')).click()
    await page.getByText(en['status.withdrawn.title']).first().waitFor()
    // The title is on screen before the service has stored the withdrawal. The next page asks again only after that.
    await page
      .getByText(en['status.withdrawn'].split('{date}')[0] ?? '')
      .first()
      .waitFor()
  })

  it('a person opens a dialog, closes it, and agrees in it', async () => {
    const { page } = profile
    await page.goto(`${site.url}/dialog`)
    await button(page, en['gate.ask']).first().click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await button(page, en['gate.ask']).first().click()
    await page.getByRole('dialog').getByRole('button', { name: en['decision.accept'], exact: true }).click()
    await page.getByText('Unlocked', { exact: true }).waitFor()
  })

  it('the browser reported no violation, no error and no warning, and reports one when there is one', async () => {
    expect({ problems: profile.problems, reports: site.reports }).toEqual({ problems: [], reports: [] })
    const reported = profile.page.waitForRequest((request) => request.url().endsWith('/csp-report'))
    await profile.page.evaluate(() => document.body.setAttribute('style', 'color: red'))
    await reported
    await expect.poll(() => profile.problems.join('\n')).toContain('CSP style-src-attr inline')
  })
})
