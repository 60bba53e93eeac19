import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ServiceEvent } from '../../../src/service/index.ts'
import { type RunningService, serve } from '../../../src/service/node.ts'
import { createTenant, type Tenant } from '../../fixtures/caller.ts'
import { describeWorlds } from '../../fixtures/worlds.ts'
import { launchChromium } from '../../support/browser.ts'
import { earlierWebClient, type WebClientConfig } from './web-client.ts'

/** Longer than a token lives. */
const EXPIRED_MS = 700_000

describeWorlds('the earlier web client in Chromium, with the service on another origin', (world) => {
  const events: ServiceEvent[] = []
  const page = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>App</title>')
  })
  let skewMs = 0
  let running: RunningService
  let tenant: Tenant
  let browser: Browser
  let appUrl: string

  beforeAll(async () => {
    running = await serve({
      port: 0,
      storage: world.storage,
      now: () => Date.now() + skewMs,
      onEvent: (event) => events.push(event),
      // Twelve pages share the turns of one device, which wait long on a busy machine.
      maxWaitMs: 60_000,
    })
    tenant = await createTenant(running.service)
    await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve))
    appUrl = `http://127.0.0.1:${(page.address() as AddressInfo).port}`
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser.close()
    await running.close()
    await new Promise((resolve) => page.close(resolve))
  })

  /** Opens a browser profile in which every page has the client. `blocked` receives what CORS blocks. */
  async function openApp(
    ptr: string,
    hash?: WebClientConfig['hash'],
  ): Promise<{ context: BrowserContext; blocked: string[]; open: () => Promise<Page> }> {
    const context = await browser.newContext()
    const blocked: string[] = []
    context.on('console', (message) => {
      if (/CORS|blocked/.test(message.text())) blocked.push(message.text())
    })
    const { providerId, pubKey: publicKey } = tenant.provider
    const config: WebClientConfig = {
      authUrl: running.url,
      trailUrl: running.url,
      providerId,
      publicKey,
      ptr,
      ...(hash && { hash }),
    }
    await context.exposeFunction('sha3', (base64: string) =>
      createHash('sha3-256').update(Buffer.from(base64, 'base64')).digest('base64url'),
    )
    await context.addInitScript({ content: `window.earlier = (${earlierWebClient})(${JSON.stringify(config)})` })
    const open = async () => {
      const opened = await context.newPage()
      await opened.goto(appUrl)
      return opened
    }
    return { context, blocked, open }
  }

  const countLicenses = async (address: string) => {
    const [row] = await world.storage.query<{ n: number }>('SELECT count(*) AS n FROM licet.licenses WHERE address = $1', [address])
    return row?.n
  }

  test('initialises, creates, creates again, reloads, verifies, survives two expired tokens and 10 pages, and stores one row', async () => {
    expect(new URL(running.url).origin).not.toBe(appUrl)
    const { context, blocked, open } = await openApp('person-1')
    const app = await open()
    const address = await app.evaluate(() => window.earlier.initialise())
    const created = await app.evaluate(() => window.earlier.create())
    expect(created).toMatchObject({ httpStatus: 201, status: 'active' })
    expect(await app.evaluate(() => window.earlier.create())).toEqual({ ...created, httpStatus: 200 })
    await app.reload()
    expect(await app.evaluate(() => window.earlier.verify())).toBe(true)
    expect(await app.evaluate(() => window.earlier.create())).toEqual({ ...created, httpStatus: 200 })

    for (let expiries = 0; expiries < 2; expiries++) {
      skewMs += EXPIRED_MS
      // Two calls at the same time, each of which refreshes twice with the same token.
      const verified = await app.evaluate(() => Promise.all([window.earlier.verify(), window.earlier.verify()]))
      expect(verified).toEqual([true, true])
    }
    expect(events.map(({ type }) => type)).toContain('refresh_repeated')

    skewMs += EXPIRED_MS
    // Each sends the same token twice: one use, and 19 of the 20 repetitions that a link permits (wire, amendment 24).
    const pages = await Promise.all(Array.from({ length: 10 }, open))
    const results = await Promise.all(
      pages.map((opened) => opened.evaluate(async () => [await window.earlier.create(), await window.earlier.verify()])),
    )
    expect(results).toEqual(pages.map(() => [{ ...created, httpStatus: 200 }, true]))
    expect(blocked).toEqual([])
    expect(await countLicenses(address)).toBe(1)
    expect(events.map(({ type }) => type)).not.toContain('refresh_reused')
    await context.close()
  })

  test('a refresh whose response is lost by a reload continues the chain', async () => {
    const { context, blocked, open } = await openApp('person-2')
    const app = await open()
    const address = await app.evaluate(() => window.earlier.initialise())
    await app.evaluate(() => window.earlier.create())
    skewMs += EXPIRED_MS
    const lost: string[] = []
    // The service spends the token, and the page never sees its answer.
    await context.route('**/api/latest/auth/token', async (route) => {
      lost.push((await route.fetch()).statusText())
      await route.abort()
    })
    expect(await app.evaluate(() => window.earlier.verify().catch((error) => String(error)))).toContain('TypeError')
    await expect.poll(() => lost).toEqual(['OK', 'OK'])
    await context.unroute('**/api/latest/auth/token')
    await app.reload()
    expect(await app.evaluate(() => window.earlier.verify())).toBe(true)
    expect([await countLicenses(address), blocked]).toEqual([1, []])
    await context.close()
  })

  // The header `Prefer` needs the consent of the preflight, and a page reads `Preference-Applied` only when the service exposes it.
  test.each([
    ['SHA-256', undefined],
    ['SHA3-256', 'sha3-256'],
  ] as const)(
    'signs escaped slashes with %s, asks for status 200, and reads the 409 of a license that ended',
    async (name, hash) => {
      const { context, blocked, open } = await openApp(`person-of-${name}`, hash)
      const app = await open()
      const address = await app.evaluate(() => window.earlier.initialise())
      const create = (options: Parameters<typeof window.earlier.create>[0]) =>
        app.evaluate((given) => window.earlier.create(given), options)
      const created = await create({ escapesSlashes: true, prefer: 'status=200' })
      expect(created).toMatchObject({ httpStatus: 200, status: 'active', applied: 'status=200' })
      expect(await app.evaluate(() => window.earlier.verify())).toBe(true)
      expect(await create({})).toEqual({ ...created, applied: null })
      expect(await create({ escapesSlashes: true, withdraws: true })).toMatchObject({
        httpStatus: 201,
        status: 'revoked',
        applied: null,
      })
      for (const options of [{ escapesSlashes: true }, { escapesSlashes: true, prefer: 'status=200' }])
        expect(await create(options)).toEqual({
          httpStatus: 409,
          code: 'license_ended',
          id: created.id,
          status: 'revoked',
          applied: null,
        })
      expect(await app.evaluate(() => window.earlier.verify())).toBe(false)
      expect([await countLicenses(address), blocked]).toEqual([2, []])
      await context.close()
    },
  )
})
