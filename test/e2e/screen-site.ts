import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serve } from '../../src/service/node.ts'
import { openEmbeddedStorage } from '../fixtures/databases.ts'
import { bundle, type Chunk } from '../support/bundle.ts'
import { dist } from '../support/dist.ts'

/** The source of an app with one consent screen, and two custom buttons to choose again and to withdraw. */
const PAGE = `
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { ConsentProvider, ConsentScreen, useConsent, useLicense, useWithdraw } from 'licet'

const agreement = {
  company: {
    name: 'Bramble',
    termsUrl: 'https://bramble.example/terms',
    privacyUrl: 'https://bramble.example/privacy',
    contact: 'privacy@bramble.example',
  },
  jurisdiction: 'Ireland',
  compensation: '50 points for each receipt',
  expiry: null,
  tags: ['purchase_history'],
  purposes: ['analytics', { usecase: 'personalization' }],
}
const changed = { ...agreement, compensation: '80 points for each receipt', tags: ['purchase_history', 'email_receipt'] }
const config = {
  ...JSON.parse(document.getElementById('config').textContent),
  userId: 'person',
  agreement: location.search === '?changed' ? changed : agreement,
}
// Terms that the host app loads. The text must match the agreement, otherwise nobody can accept it.
const terms = location.search === '?fetched' ? { load: async () => '# Terms\\n\\nRead them.' } : undefined
function Controls() {
  const { reopen, status } = useConsent()
  const { withdraw } = useWithdraw()
  const { isLicensed } = useLicense()
  return createElement('p', { id: 'controls', 'data-state': status, 'data-licensed': isLicensed },
    createElement('button', { onClick: () => reopen() }, 'Choose again'),
    createElement('button', { onClick: () => withdraw() }, 'Withdraw'))
}
createRoot(document.getElementById('root')).render(
  createElement(ConsentProvider, { config: { ...config, agreement: { ...config.agreement, terms } } }, createElement(Controls), createElement(ConsentScreen)))
`

/** The source of an app with a gate and without a screen. */
export const GATED_PAGE = PAGE.replace(
  /createElement\(Controls\).*/,
  "createElement(ConsentGate, { usecase: 'analytics' })))",
).replace('ConsentScreen, ', 'ConsentGate, ')

/** The source of an app with the screen and a link to the settings, as in the README. */
export const LINKED_PAGE = PAGE.replace('createElement(Controls), ', '')
  .replace('createElement(ConsentScreen)', 'createElement(ConsentScreen), createElement(ConsentLink)')
  .replace('ConsentScreen, ', 'ConsentLink, ConsentScreen, ')

/** The source of an app with the settings. With the query `?invalid`, the agreement of the app has a value that is too long. */
export const SETTINGS_PAGE = PAGE.replaceAll('ConsentScreen', 'ConsentSettings').replace(
  "location.search === '?changed' ? changed",
  "location.search === '?invalid' ? { ...agreement, jurisdiction: 'x'.repeat(201) }",
)

/** The source of an app with a sign-up form. */
export const FORM_PAGE = PAGE.replace(
  /createElement\(Controls\).*/,
  "createElement('form', null, createElement(TermsCheckbox, { purposes: true }), createElement('button', null, 'Sign up'))))",
).replace('ConsentScreen, ', 'TermsCheckbox, ')

/** A production build of an app, and the real service in memory, on one address. */
export interface ScreenSite {
  readonly url: string
  /** The JavaScript files of the page, by path. */
  readonly chunks: ReadonlyMap<string, Chunk>
  close(): Promise<void>
}

/** The builds by source. The test files share them, because they run one after another in one process. */
const builds = new Map<string, ReturnType<typeof bundle>>()

/** Builds the app from `dist` and serves it together with the service. */
export async function openScreenSite(page = PAGE): Promise<ScreenSite> {
  const build = builds.get(page) ?? bundle(page)
  builds.set(page, build)
  const chunks = new Map((await build).map((chunk) => [`/${chunk.fileName}`, chunk]))
  const [entry] = [...chunks.keys()].filter((path) => path.includes('bundle-entry'))
  const styles = readFileSync(join(dist, 'styles.css'))
  const storage = await openEmbeddedStorage()
  let config = ''
  const running = await serve({
    port: 0,
    storage,
    fallback: (request) => {
      const { pathname } = new URL(request.url)
      const chunk = chunks.get(pathname)
      if (chunk !== undefined) return new Response(chunk.code, { headers: { 'content-type': 'text/javascript' } })
      if (pathname === '/styles.css') return new Response(styles, { headers: { 'content-type': 'text/css' } })
      if (pathname === '/elsewhere') return html('<title>Elsewhere</title><h1>Elsewhere</h1>')
      if (pathname !== '/') return new Response('', { status: 404 })
      return html(
        `<title>Bramble</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/styles.css"><script type="application/json" id="config">${config}</script><script type="module" src="${entry}"></script><body><div id="root"></div>`,
      )
    },
  })
  const { admin } = running.service
  const { orgId } = await admin.createOrganization({ name: 'Bramble' })
  const { providerId, pubKey } = await admin.createProvider({ orgId, name: 'Bramble' })
  config = JSON.stringify({
    authUrl: running.url,
    provider: { id: providerId, publicKey: pubKey },
    origin: 'example.bramble.app',
  })
  return {
    url: running.url,
    chunks,
    async close() {
      await running.close()
      await storage.close()
    },
  }
}

function html(body: string): Response {
  return new Response(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">${body}`,
    {
      headers: { 'content-type': 'text/html; charset=utf-8' },
    },
  )
}
