import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build, type InlineConfig, type PluginOption } from 'vite'
import { projectRoot } from './run-command.ts'

const ENTRY = '\0licet-bundle-entry.js'

/** One file of a bundle. */
export interface Chunk {
  readonly fileName: string
  readonly code: string
  /** Whether it loads with the page: the entry and its static imports. The others load on demand. */
  readonly first: boolean
  /** The gzip size of each module, not minified, by its path. Shows which module is large; the sizes do not add up to the bundle. */
  readonly modules: ReadonlyMap<string, number>
}

/** Options of {@link bundle}. */
export interface BundleOptions {
  /** Packages and modules to leave out of the bundle. */
  readonly external?: readonly (string | RegExp)[]
  /** Plugins of the app. */
  readonly plugins?: readonly PluginOption[]
}

/** Bundles a piece of an application as Vite does for production: minified, tree-shaken and split at dynamic imports. */
export async function bundle(code: string, options: BundleOptions = {}): Promise<readonly Chunk[]> {
  const result = await buildForProduction({
    configFile: false,
    root: projectRoot,
    logLevel: 'silent',
    publicDir: false,
    plugins: [
      ...(options.plugins ?? []),
      {
        name: 'entry',
        enforce: 'pre',
        // A path inside the project, so that `licet` resolves as it does in an application.
        resolveId: (id) => (id === ENTRY ? join(projectRoot, 'bundle-entry.js') : undefined),
        load(id) {
          if (id === join(projectRoot, 'bundle-entry.js')) return code
          // Every application has this helper of Vite once, so it is not counted.
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
        // The entry of an application exports nothing, so code that a later file shares with it stays in the entry.
        // The strict setting would split the entry into ten files that no application has.
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

/** Runs Vite's build for production. Without this, Vite follows the `NODE_ENV` of the test runner and builds for development. */
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

/** Returns how many bytes a server sends for these chunks. */
export function transferSize(chunks: readonly Chunk[]): { readonly gzip: number; readonly brotli: number } {
  const sum = (compress: (code: string) => { readonly length: number }) =>
    chunks.reduce((bytes, chunk) => bytes + compress(chunk.code).length, 0)
  return { gzip: sum((code) => gzipSync(code, { level: 9 })), brotli: sum((code) => brotliCompressSync(code)) }
}
