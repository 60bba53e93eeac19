import { isBuiltin } from 'node:module'
import { build, type Plugin } from 'vite'

const REQUIRED = '\0required:'
const DEFAULT = '\0default:'

/** Loads modules of Node with an import, even where a package calls `require`. Cloudflare's bundler does the same. */
const nodeBuiltins: Plugin = {
  name: 'node-builtins',
  enforce: 'pre',
  resolveId(source, _, { kind }: { readonly kind?: string }) {
    if (source.startsWith('cloudflare:')) return { id: source, external: true }
    if (source.startsWith(DEFAULT)) return source
    if (!isBuiltin(source)) return null
    const id = source.startsWith('node:') ? source : `node:${source}`
    return kind === 'require-call' ? REQUIRED + id : { id, external: true }
  },
  load(id) {
    if (id.startsWith(REQUIRED)) return `module.exports = require(${JSON.stringify(DEFAULT + id.slice(REQUIRED.length))}).default`
    if (id.startsWith(DEFAULT)) return `export { default } from ${JSON.stringify(id.slice(DEFAULT.length))}`
    return null
  },
}

/** Bundles a Worker into one file, with the conditions of Cloudflare's bundler. */
export async function bundleWorker(root: string, entry: string, outFile: string): Promise<void> {
  await build({
    ...{ root, configFile: false, logLevel: 'error', plugins: [nodeBuiltins] },
    ssr: {
      target: 'webworker',
      noExternal: true,
      resolve: { conditions: ['workerd', 'worker', 'browser', 'module'] },
    },
    build: {
      ...{ ssr: entry, outDir: root, emptyOutDir: false, target: 'es2022' },
      rolldownOptions: { output: { entryFileNames: outFile, codeSplitting: false } },
    },
  })
}
