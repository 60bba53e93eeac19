import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { serve } from '../../src/service/node.ts'
import { createTenant } from '../fixtures/caller.ts'
import { launchChromium, openProfile } from '../support/browser.ts'
import { isFull } from '../support/counts.ts'
import { integrityOfBrowserFile } from '../support/reference/integrity.ts'
import { projectRoot } from '../support/run-command.ts'

const closers: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const file = readFileSync(join(projectRoot, 'dist/client/browser.js'), 'utf8')

/** Opens a page whose import map has an integrity, and returns what its script wrote. */
async function openPage(integrity: string) {
  let html = ''
  const running = await serve({
    port: 0,
    memory: true,
    fallback: async (request) => {
      const { pathname } = new URL(request.url)
      const [type, body] = pathname === '/licet.js' ? ['text/javascript', file] : ['text/html', html]
      return new Response(body, { headers: { 'content-type': type } })
    },
  })
  closers.push(running.close)
  const { provider } = await createTenant(running.service)
  const config = {
    authUrl: running.url,
    provider: { id: provider.providerId, publicKey: provider.pubKey },
    origin: 'com.example.shop',
    userId: 'user-1',
    agreement: {
      company: { name: 'My shop', termsUrl: 'https://shop.example/terms', privacyUrl: 'https://shop.example/privacy' },
      jurisdiction: 'Ireland',
      compensation: null,
      expiry: null,
    },
  }
  html = `<!doctype html><title>Shop</title><p id="state">nothing</p>
<script type="importmap">${JSON.stringify({ imports: { licet: '/licet.js' }, integrity: { '/licet.js': integrity } })}</script>
<script type="module">
import { ServiceClient, verifyReceipt } from 'licet'
const client = new ServiceClient(${JSON.stringify(config)})
const license = await client.createLicense({ terms: client.terms() })
const claims = await verifyReceipt(license.receipt, await client.getKeySet())
document.querySelector('#state').textContent = claims.lic === license.id ? license.status : 'another license'
</script>`
  const browser = await launchChromium()
  closers.push(() => browser.close())
  const { page } = await openProfile(browser)
  await page.goto(running.url)
  return page
}

it('is one file that a page without a bundler loads, and the client works', async () => {
  expect(file).not.toMatch(/\bimport\s*[('"{*]|\bfrom\s*["']|process\.env/)
  const page = await openPage(integrityOfBrowserFile())
  await page.getByText('active').waitFor()
})

it('does not run with another integrity', async () => {
  const page = await openPage(`sha384-${'A'.repeat(64)}`)
  await expect.poll(() => page.evaluate(() => document.readyState)).toBe('complete')
  expect(await page.locator('#state').textContent()).toBe('nothing')
})

// The full tier only, which runs before a release: each change of the client changes the file. `npm run docs` writes the page.
if (isFull) {
  it('has the integrity that the docs show', () => {
    expect(readFileSync(join(projectRoot, 'docs/guides/client.md'), 'utf8')).toContain(integrityOfBrowserFile())
  })
}
