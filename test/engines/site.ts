import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { openPgliteStorage } from '../../src/service/index.ts'
import { serve } from '../../src/service/node.ts'
import { templates } from '../../src/terms/build/template-plugin.ts'
import { styles } from '../../src/theme/build/styles-plugin.ts'
import { openAdministrator, type StoredLicense } from '../fixtures/independent-verifier.ts'
import { buildForProduction } from '../support/bundle.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}
const POLICY = "default-src 'self'; base-uri 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

/** A page of a host app and the real service, behind a proxy that can disconnect both. */
export interface Site {
  /** Returns the address of a page for a user. */
  page(
    user: string,
    options?: { readonly screen?: 'dialog' | 'button' | 'settings' | 'gate' | 'none'; readonly terms?: 'second' },
  ): string
  /** Returns the licenses of a user, as an administrator sees them. */
  licenses(user: string): Promise<readonly StoredLicense[]>
  readonly network: Pick<TcpProxy, 'disconnect' | 'reconnect'>
  close(): Promise<void>
}

/** Builds the page and serves it together with the service on one address. */
export async function openSite(): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'licet-engines-'))
  const pages = await buildPage(folder)
  rmSync(folder, { recursive: true, force: true })
  const proxy = await openTcpProxy()
  const storage = await openPgliteStorage()
  let config = ''
  const running = await serve({
    port: 0,
    authUrl: proxy.url,
    storage,
    // Engines load the machine, and a file of the page that is refused is a blank page.
    maxWaitMs: PATIENCE_MS,
    fallback: (request) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/page/config.json') return new Response(config, { headers: { 'content-type': 'application/json' } })
      const file = pages.get(pathname === '/' ? '/index.html' : pathname)
      if (file === undefined) return new Response('This page does not exist.', { status: 404 })
      return new Response(file.body, { headers: { 'content-type': file.type, 'content-security-policy': POLICY } })
    },
  })
  proxy.forwardTo(running.port)
  const { admin } = running.service
  const { orgId } = await admin.createOrganization({ name: 'Bramble' })
  const { userId } = await admin.createUser({ orgId, email: 'owner@bramble.example' })
  const { key } = await admin.createApiKey({ userId })
  const { providerId, pubKey } = await admin.createProvider({ orgId, name: 'Bramble' })
  config = JSON.stringify({
    authUrl: proxy.url,
    provider: { id: providerId, publicKey: pubKey },
    origin: 'example.bramble.app',
  })
  return {
    page(user, options = {}) {
      return `${proxy.url}/?${new URLSearchParams({ user, ...options })}`
    },
    async licenses(user) {
      const all = await (await openAdministrator(running.url, userId, key)).licenses()
      return all.filter(({ ptr }) => ptr === user)
    },
    network: proxy,
    async close() {
      await proxy.close()
      await running.close()
      await storage.close()
    },
  }
}

/** Builds the page for production and returns its files. */
async function buildPage(
  folder: string,
): Promise<ReadonlyMap<string, { readonly type: string; readonly body: Uint8Array<ArrayBuffer> }>> {
  await buildForProduction({
    configFile: false,
    root: join(import.meta.dirname, 'page'),
    logLevel: 'error',
    plugins: [react(), templates(), styles()],
    build: {
      outDir: folder,
      emptyOutDir: true,
      reportCompressedSize: false,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
    },
  })
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return new Map(
    names.flatMap((name) => {
      const type = TYPES[extname(name)]
      return type === undefined ? [] : [[`/${name}`, { type, body: new Uint8Array(readFileSync(join(folder, name))) }]]
    }),
  )
}
