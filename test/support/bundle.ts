import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build, type InlineConfig } from 'vite'
import { projectRoot } from './run-command.ts'

const ENTRY = '\0licet-bundle-entry.js'

/** A file of a bundle. */
export interface Chunk {
  readonly fileName: string
  readonly code: string
  /** Loaded with the page: the entry and what it imports statically. The others come when something asks for them. */
  readonly first: boolean
  /** What each module weighs by itself, gzip and not minified, by its path: for finding what is heavy, not for adding up. */
  readonly modules: ReadonlyMap<string, number>
}

/** How an application bundles what it imports. */
export interface BundleOptions {
  /** Packages and modules that are counted elsewhere, or not at all. */
  readonly external?: readonly (string | RegExp)[]
}

/** Bundles a piece of an application as Vite does for production: minified, tree-shaken, split where it loads lazily. */
export async function bundle(code: string, options: BundleOptions = {}): Promise<readonly Chunk[]> {
  const result = await buildForProduction({
    configFile: false,
    root: projectRoot,
    logLevel: 'silent',
    publicDir: false,
    plugins: [
      {
        name: 'entry',
        enforce: 'pre',
        // The name of a file in the project, so that `licet` is looked up as an application does.
        resolveId: (id) => (id === ENTRY ? join(projectRoot, 'bundle-entry.js') : undefined),
        load(id) {
          if (id === join(projectRoot, 'bundle-entry.js')) return code
          // Vite's own helper, which every application has once: not ours to count.
          return id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = (load) => load()' : undefined
        },
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: ENTRY,
        external: [...(options.external ?? [])],
        // An application's entry keeps no exports of its own, so what a later file shares with the page stays in the page's file. Kept strict,
        // the entry would be cut into ten files that no application has, each compressed by itself.
        preserveEntrySignatures: 'allow-extension',
      },
    },
  })
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((part) => ('output' in part ? part.output : []))
  const chunks = new Map(outputs.flatMap((part) => (part.type === 'chunk' ? [[part.fileName, part] as const] : [])))
  const first = new Set<string>()
  const visit = (name: string) => {
    const chunk = chunks.get(name)
    if (chunk === undefined || first.has(name)) return
    first.add(name)
    chunk.imports.forEach(visit)
  }
  for (const chunk of chunks.values()) if (chunk.isEntry) visit(chunk.fileName)
  return [...chunks.values()].map((chunk) => ({
    fileName: chunk.fileName,
    code: chunk.code,
    first: first.has(chunk.fileName),
    modules: new Map(Object.entries(chunk.modules).map(([id, { code: text }]) => [id, text === null ? 0 : gzipSync(text).length])),
  }))
}

/** Vite's build, whatever `NODE_ENV` the runner of a test or of a script has set: Vite heeds it, and would build for development. */
export async function buildForProduction(options: InlineConfig): ReturnType<typeof build> {
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  try {
    return await build(options)
  } finally {
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  }
}

/** What a server sends for these chunks, in bytes. */
export function transferSize(chunks: readonly Chunk[]): { readonly gzip: number; readonly brotli: number } {
  const sum = (compress: (code: string) => { readonly length: number }) =>
    chunks.reduce((bytes, chunk) => bytes + compress(chunk.code).length, 0)
  return { gzip: sum((code) => gzipSync(code, { level: 9 })), brotli: sum((code) => brotliCompressSync(code)) }
}
