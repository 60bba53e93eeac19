import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { openPgliteStorage } from '../../src/service/index.ts'
import { serve } from '../../src/service/node.ts'
import { templates } from '../../src/terms/build/template-plugin.ts'
import { styles } from '../../src/theme/build/styles-plugin.ts'
import { administrator, type StoredLicense } from '../fixtures/independent.ts'
import { buildForProduction } from '../support/bundle.ts'
import { openRelay, type Relay } from './relay.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}
const POLICY = "default-src 'self'; base-uri 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

/** The service, the page before it, and the wire to both. */
export interface World {
  /** Address of the page with this screen for this person. */
  page(person: string, options?: { readonly screen?: 'dialog' | 'settings' | 'gate'; readonly terms?: 'second' }): string
  /** What the service holds of a person, as an administrator sees it. */
  licenses(person: string): Promise<readonly StoredLicense[]>
  readonly network: Pick<Relay, 'cut' | 'restore'>
  close(): Promise<void>
}

/** Builds the page and opens the real service with it on one address. */
export async function openWorld(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'licet-engines-'))
  const pages = await buildPage(folder)
  rmSync(folder, { recursive: true, force: true })
  const relay = await openRelay()
  const storage = await openPgliteStorage()
  let config = ''
  const running = await serve({
    port: 0,
    authUrl: relay.url,
    storage,
    fallback: (request) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/page/config.json') return new Response(config, { headers: { 'content-type': 'application/json' } })
      const file = pages.get(pathname === '/' ? '/index.html' : pathname)
      if (file === undefined) return new Response('There is no such page.', { status: 404 })
      return new Response(file.body, { headers: { 'content-type': file.type, 'content-security-policy': POLICY } })
    },
  })
  relay.lead(running.port)
  const { admin } = running.service
  const { orgId } = await admin.createOrganization({ name: 'Bramble' })
  const { userId } = await admin.createUser({ orgId, email: 'owner@bramble.example' })
  const { key } = await admin.createApiKey({ userId })
  const { providerId, pubKey } = await admin.createProvider({ orgId, name: 'Bramble' })
  config = JSON.stringify({
    authUrl: relay.url,
    provider: { id: providerId, publicKey: pubKey },
    origin: 'example.bramble.app',
  })
  return {
    page(person, options = {}) {
      return `${relay.url}/?${new URLSearchParams({ person, ...options })}`
    },
    async licenses(person) {
      const all = await (await administrator(running.url, userId, key)).licenses()
      return all.filter(({ ptr }) => ptr === person)
    },
    network: relay,
    async close() {
      await relay.close()
      await running.close()
      await storage.close()
    },
  }
}

/** Builds the page from the source, as an application would from the package, and holds its files in memory. */
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
