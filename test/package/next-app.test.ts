import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { en } from '../../src/locales/en.ts'
import { launchChromium, openProfile } from '../support/browser.ts'
import { type Program, startProgram } from '../support/program.ts'
import { run } from '../support/run-command.ts'
import {
  type App,
  expectServerRenderedTerms,
  expectToWork,
  installApp,
  NEXT_VERSION,
  openService,
  type TestedService,
} from './apps/app.ts'

const { react, 'react-dom': reactDom, typescript, '@types/react': typesReact, '@types/node': typesNode } = manifest.devDependencies

let app: App
let service: TestedService
let next: Program | undefined

beforeAll(async () => {
  const dependencies = {
    next: NEXT_VERSION,
    react,
    'react-dom': reactDom,
    typescript,
    '@types/react': typesReact,
    '@types/node': typesNode,
  }
  ;[app, service] = await Promise.all([installApp('next', dependencies), openService()])
})
afterAll(async () => {
  await next?.stop()
  await service?.close()
  app?.remove()
})

const program = () => join(app.folder, 'node_modules/next/dist/bin/next')

/** Starts Next.js on a free port and returns its address. */
async function start(command: 'start' | 'dev', userId: string): Promise<string> {
  await next?.stop()
  next = startProgram(process.execPath, [program(), command, '--port=0', '--hostname=127.0.0.1'], {
    cwd: app.folder,
    env: { ...quiet, LICET_CONFIG: JSON.stringify(service.configFor(userId)), LICET_SERVICE: service.url },
  })
  return next.printed(/Local:\s+(http:\S+)/)
}

const STATIC_PAGE = `
import { ConsentGate, ConsentLink, ConsentProvider, ConsentScreen, TermsCheckbox, TermsNotice } from 'licet'
const agreement = {
  company: { name: 'Pomelo', termsUrl: 'https://pomelo.example/terms', privacyUrl: 'https://pomelo.example/privacy' },
  jurisdiction: 'Ireland', compensation: null, expiry: '2099-12-31T00:00:00Z',
}
const provider = { id: 'provider', publicKey: 'AAAA' }
const config = { authUrl: 'https://licenses.example', provider, origin: 'com.example.app', userId: 'person', agreement }
export default function Page() {
  return (
    <ConsentProvider config={config}>
      <ConsentScreen /><ConsentGate usecase="analytics">Offers</ConsentGate><TermsNotice /><ConsentLink />
      <form><TermsCheckbox /></form>
    </ConsentProvider>
  )
}
`

const quiet = { NEXT_TELEMETRY_DISABLED: '1', NO_COLOR: '1' }

describe('the packed tarball in a Next.js application (App Router)', () => {
  // Regression: its minifier could not read a selector of `styles.css`. Before the build with Turbopack, which the other tests start.
  it('builds with webpack', async () => {
    const output = await run(process.execPath, [program(), 'build', '--webpack'], { cwd: app.folder, env: quiet })
    expect(output).toMatch(/ƒ \//)
  })

  it('builds a server component that renders the kit without its own "use client" directive', async () => {
    const output = await run(process.execPath, [program(), 'build'], { cwd: app.folder, env: quiet })
    expect(output).toMatch(/ƒ \//)
    expect(output).not.toMatch(/warn/i)
  })

  it('streams the screen before slow content, under a strict Content Security Policy', async () => {
    const url = await start('start', 'user-next')
    const response = await fetch(url)
    const html = await response.text()
    const title = en['screen.title'].replace('{company}', 'Pomelo')
    expect(html.indexOf(title)).toBeGreaterThan(0)
    expect(html.indexOf('Looking for receipts')).toBeGreaterThan(html.indexOf(title))
    expect(html.indexOf('Locked')).toBeGreaterThan(html.indexOf('Looking for receipts'))
    expect(response.headers.get('content-security-policy')).toMatch(/nonce-/)
    expect(html).toMatch(/<style nonce="[^"]+">\[data-licet-look=\w+\]\{--licet-color-accent:rgb\(12, 34, 56\)\}<\/style>/)
    expect(html.match(/\sdata-licet=[^>]*\sstyle=/)).toBeNull()
    await expectToWork(url, service, 'user-next')
  })

  it('renders the summary and the terms on the server: they are read without a script, and are the text that is signed', async () => {
    await expectServerRenderedTerms(await start('start', 'user-next-reader'), service, 'user-next-reader')
  })

  it('hydrates the server-rendered HTML without a warning, even in the development server, which reports every mismatch', async () => {
    await expectToWork(await start('dev', 'user-next-dev'), service, 'user-next-dev')
  })

  // Regression: a field that was always invalid stopped the browser from sending the form.
  it('sends the sign-up form without JavaScript, and the server action learns that nothing is signed', async () => {
    const url = await start('start', 'user-form')
    const browser = await launchChromium()
    try {
      const { page } = await openProfile(browser, { javaScriptEnabled: false })
      await page.goto(`${url}/sign-up`)
      // Chromium without scripts renders the note, but not when a driver turns scripts off.
      expect(await page.locator('noscript').textContent()).toContain(en['checkbox.unsigned'])
      await page.getByLabel('E-mail').fill('ada@pomelo.example')
      await page.locator('[data-part="checkbox-line"] label').click()
      await page.getByRole('button', { name: 'Sign up' }).click()
      await page.getByText('ada@pomelo.example: unsigned').waitFor()
      expect(await service.statuses('user-form')).toEqual([])
    } finally {
      await browser.close()
    }
  })

  // Regression: React reset the form after the action. The box of a purpose was empty while its text was "on".
  it('signs once when the server action refuses the form, and shows the same choices after the reset', async () => {
    const url = await start('start', 'user-action')
    const browser = await launchChromium()
    try {
      const { page, problems } = await openProfile(browser)
      await page.goto(`${url}/sign-up`)
      await page.locator('[data-part="purpose"] input').first().check()
      for (const email of ['ada@pomelo.example', 'eve@pomelo.example']) {
        await page.getByLabel('E-mail').fill(email)
        // The second time, they have agreed.
        if (email.startsWith('ada')) await page.locator('[data-part="checkbox-line"] input').check()
        await page.getByRole('button', { name: 'Sign up' }).click()
        await page.getByText(`${email}: signed`).waitFor()
        await page.getByText(/^You agreed on /).waitFor()
        await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe('')
        const states = await page.locator('[data-part="purpose"]').evaluateAll((all) => all.map((one) => one.dataset.state))
        expect(states).toEqual(['necessary', 'on'])
      }
      expect(await service.statuses('user-action')).toEqual(['active'])
      expect(problems).toEqual([])
    } finally {
      await browser.close()
    }
  })

  it('prerenders a page at build time with Cache Components', async () => {
    await next?.stop()
    rmSync(join(app.folder, 'proxy.ts'))
    rmSync(join(app.folder, 'app/sign-up'), { recursive: true })
    // The development server has written types for the removed page.
    rmSync(join(app.folder, '.next/dev'), { recursive: true, force: true })
    writeFileSync(join(app.folder, 'next.config.mjs'), 'export default { cacheComponents: true }')
    writeFileSync(join(app.folder, 'app/page.tsx'), STATIC_PAGE)
    const output = await run(process.execPath, [program(), 'build'], { cwd: app.folder, env: quiet })
    expect(output).toMatch(/○ \/\n/)
  })
})
