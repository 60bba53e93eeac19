import { createRequire } from 'node:module'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import type * as Kit from '../../src/index.ts'
import type * as ServiceNode from '../../src/service/node.ts'
import type * as Terms from '../../src/terms/index.ts'
import type * as LicetVite from '../../src/vite/index.ts'
import { buildForProduction } from '../support/bundle.ts'
import { dist } from '../support/dist.ts'
import { projectRoot } from '../support/run-command.ts'
import { configOf } from './pages/config-of.ts'

// Node loads the published files, because the service has dynamic imports that the module runner of the bench cannot load later.
const require = createRequire(import.meta.url)
const { serve }: typeof ServiceNode = require(join(dist, 'service/node.js'))
const { ConsentProvider, ConsentScreen }: typeof Kit = require(join(dist, 'index.js'))
const { compileTermsTree, defineAgreement }: typeof Terms = require(join(dist, 'terms/index.js'))
const { licet }: typeof LicetVite = require(join(dist, 'vite/index.js'))

/** A page to build. */
export interface PageSource {
  /** Relative to this folder. */
  readonly source: string
  readonly minify?: boolean
  /** The HTML has the screen, as a server renders it for a visitor without a hint. */
  readonly isServerRendered?: boolean
  /** The agreement is prepared in the build, by the plugin of `licet/vite`. */
  readonly isPrepared?: boolean
}

/** Production builds of pages, and the real service, on one address. */
export interface Site {
  readonly url: string
  /** Returns the bytes that were sent for a page since the last call, gzip. */
  takeSizes(name: string): { readonly js: number; readonly css: number }
  /** Returns the bytes of the JavaScript at these addresses, gzip. */
  sizeOf(urls: readonly string[]): number
  close(): Promise<void>
}

interface File {
  readonly type: string
  readonly body: Uint8Array
}

const TYPES: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', css: 'text/css' }

/** Builds each page from `dist` and serves it compressed at `/<name>/`. */
export async function openSite(pages: Readonly<Record<string, PageSource>>): Promise<Site> {
  const files = new Map<string, File>()
  const sent = new Set<string>()
  const fallback = (request: Request) => {
    const { pathname } = new URL(request.url)
    const file = files.get(pathname)
    if (file === undefined) return new Response('', { status: 404 })
    sent.add(pathname)
    return new Response(file.body.slice(), { headers: { 'content-type': file.type, 'content-encoding': 'gzip' } })
  }
  const running = await serve({ port: 0, memory: true, fallback })
  const { admin } = running.service
  const { orgId } = await admin.createOrganization({ name: 'Pomelo' })
  const { providerId: id, pubKey: publicKey } = await admin.createProvider({ orgId, name: 'Pomelo' })
  for (const [name, page] of Object.entries(pages)) {
    const config = configOf(running.url, { id, publicKey })
    for (const [path, file] of await buildPage(name, page, config)) files.set(path, file)
  }
  return {
    url: running.url,
    takeSizes: (name) => {
      const paths = [...sent].filter((path) => path.startsWith(`/${name}/`))
      const sum = (ending: string) =>
        paths.reduce((bytes, path) => bytes + (path.endsWith(ending) ? (files.get(path)?.body.length ?? 0) : 0), 0)
      const sizes = { js: sum('.js'), css: sum('.css') }
      for (const path of paths) sent.delete(path)
      return sizes
    },
    sizeOf: (urls) =>
      urls
        .map((url) => new URL(url).pathname)
        .filter((path) => path.endsWith('.js'))
        .reduce((bytes, path) => bytes + (files.get(path)?.body.length ?? 0), 0),
    close: () => running.close(),
  }
}

/** Returns the HTML of the screen for a visitor whom the server does not know. */
function renderScreen(config: BenchConfig): string {
  return renderToString(createElement(ConsentProvider, { config, hint: null }, createElement(ConsentScreen, { surface: 'page' })))
}

type BenchConfig = ReturnType<typeof configOf>

async function buildPage(
  name: string,
  { source, minify = true, isServerRendered = false, isPrepared = false }: PageSource,
  config: BenchConfig,
): Promise<Map<string, File>> {
  const result = await buildForProduction({
    configFile: false,
    root: projectRoot,
    base: `/${name}/`,
    logLevel: 'silent',
    publicDir: false,
    plugins: [react(), isPrepared && licet()],
    define: {
      BENCH_PROVIDER: JSON.stringify(config.provider),
      BENCH_TERMS: JSON.stringify(compileTermsTree(defineAgreement(config.agreement))),
    },
    // All pages use the same version of React.
    resolve: { dedupe: ['react', 'react-dom'] },
    build: {
      write: false,
      minify,
      target: 'es2022',
      reportCompressedSize: false,
      rolldownOptions: { input: join(projectRoot, 'test/bench', source) },
    },
  })
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((part) => ('output' in part ? part.output : []))
  const files = new Map<string, File>()
  const add = (path: string, body: string | Uint8Array) =>
    files.set(`/${name}/${path}`, {
      type: TYPES[path.split('.').at(-1) ?? ''] ?? 'text/html',
      body: gzipSync(body, { level: 9 }),
    })
  // The same tags that Vite writes into an HTML page.
  const tags: string[] = []
  const starts: string[] = []
  for (const output of outputs) {
    const path = `/${name}/${output.fileName}`
    add(output.fileName, output.type === 'chunk' ? output.code : output.source)
    if (output.type === 'asset' && path.endsWith('.css'))
      // As the guides recommend: HTML from a server contains its style sheet.
      tags.push(isServerRendered ? `<style>${output.source}</style>` : `<link rel="stylesheet" href="${path}">`)
    if (output.type !== 'chunk' || !output.isEntry) continue
    // As the guides recommend: HTML from a server requests its modules after the first frame.
    if (isServerRendered) {
      starts.push(`<script>requestAnimationFrame(() => setTimeout(() => import('${path}')))</script>`)
      continue
    }
    tags.push(`<script type="module" src="${path}"></script>`)
    for (const file of output.imports) tags.push(`<link rel="modulepreload" href="/${name}/${file}">`)
  }
  add(
    '',
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${name}</title>${tags.join('')}<body><div id="root">${isServerRendered ? renderScreen(config) : ''}</div>${starts.join('')}</body></html>`,
  )
  return files
}
