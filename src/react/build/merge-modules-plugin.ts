import { posix } from 'node:path'
import { build, type Plugin } from 'vite'

/** The layers without components. Their files have no `'use client'` that would have to stay at the top of a file. */
const LAYERS = ['core', 'client', 'terms']

/** What a page of an app loads first, in the order of the imports: the files of a later name can import those of a former one. */
const FIRST_LOADS = {
  /** For a visitor with a license. */
  read: "export { ConsentProvider, ConsentGate, useConsent, useLicense } from '/index.js'",
  /** The words of the default template. Apart, because the template is a published module that imports them. */
  wording: "export { default } from '/terms/templates/en/rewards.js'",
  /** For a visitor who is asked. */
  ask: "export { ConsentProvider, ConsentScreen } from '/index.js'",
}

/** Bundlers keep the tables of these modules, also in an app that imports another part of the file. */
const APART = ['core/consent-flow.js', 'terms/words/en.js']

const ENTRY = '\0licet-first-load'
const IMPORT = /(\b(?:from|import)\s*\(?\s*)"([./][^"]+)"/g

/** The modules of the package by their path in `dist`. */
type Modules = ReadonlyMap<string, string>

/**
 * Vite plugin: merges the modules that a page loads first into one file for each layer, such as `core/read.js` and `core/ask.js`.
 *
 * A bundler makes a file of its own for each set of modules that the same later files share. With one module for each source file, the page
 * of an app loads 17 files before the terms are readable.
 */
export function mergeModules(): Plugin {
  return {
    name: 'licet:merge-modules',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const chunks = Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? [output] : []))
        const modules: Modules = new Map(chunks.map(({ fileName, code }) => [fileName, code]))
        const published = new Set(chunks.flatMap(({ fileName, isEntry }) => (isEntry ? [fileName] : [])))
        const merged = new Map<string, string>()
        const seen = new Set(APART)
        for (const [name, entry] of Object.entries(FIRST_LOADS)) {
          const first = (await findFirst(modules, entry)).filter((file) => !published.has(file) && !seen.has(file))
          for (const file of first) seen.add(file)
          for (const layer of LAYERS) {
            const members = first.filter((file) => file.startsWith(`${layer}/`))
            for (const file of members.length > 1 ? members : []) merged.set(file, `${layer}/${name}.js`)
          }
        }
        const rename = (code: string, from: string, to: string) => renameImports(code, merged, from, to)
        for (const fileName of new Set(merged.values())) {
          const members = [...merged].flatMap(([file, target]) => (target === fileName ? [file] : []))
          const code = rename(await merge(modules, members), '', fileName)
          this.emitFile({ type: 'asset', fileName, source: code })
        }
        for (const chunk of chunks) {
          if (merged.has(chunk.fileName)) delete bundle[chunk.fileName]
          else chunk.code = rename(chunk.code, chunk.fileName, chunk.fileName)
        }
      },
    },
  }
}

/** Returns the modules that an app with this entry loads first, as a bundler for production finds them. */
async function findFirst(modules: Modules, entry: string): Promise<string[]> {
  const chunks = await bundle(modules, entry)
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const found = new Set(chunks.filter(({ isEntry }) => isEntry))
  for (const { imports } of found)
    for (const name of imports) {
      const chunk = byName.get(name)
      if (chunk !== undefined) found.add(chunk)
    }
  return [...found].flatMap((chunk) => Object.keys(chunk.modules)).flatMap((id) => (id.startsWith('/') ? [id.slice(1)] : []))
}

/** Returns one module with the exports of all members. Its other imports are paths from the root of the package. */
async function merge(modules: Modules, members: readonly string[]): Promise<string> {
  const code = members.map((file) => `export * from '/${file}'`).join('\n')
  const chunks = await bundle(modules, code, (file) => members.includes(file))
  const [chunk, ...others] = chunks
  if (chunk === undefined || others.length > 0) throw new Error(`One file was expected of ${members.join(', ')}.`)
  return chunk.code
}

/** Bundles an entry with the modules of the package. Packages and modules that are not `included` stay imports. */
async function bundle(modules: Modules, entry: string, included = (file: string) => modules.has(file)) {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'licet:modules',
        enforce: 'pre',
        resolveId(source, importer = '/') {
          if (source === ENTRY) return ENTRY
          const id = source.startsWith('.') ? posix.join(posix.dirname(importer), source) : source
          return included(id.slice(1)) ? id : { id, external: 'absolute' }
        },
        load: (id) => ({
          code: id === ENTRY ? entry : (modules.get(id.slice(1)) ?? ''),
          moduleSideEffects: id === ENTRY,
        }),
      },
    ],
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: { input: ENTRY, preserveEntrySignatures: 'strict', output: { minifyInternalExports: false } },
    },
  })
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((part) => ('output' in part ? part.output : []))
  return outputs.flatMap((output) => (output.type === 'chunk' ? [output] : []))
}

/** Lets the imports of a module lead to the merged files. `from` is its path before, and `to` after. */
function renameImports(code: string, merged: Modules, from: string, to: string): string {
  return code.replace(IMPORT, (_, before: string, source: string) => {
    // A path from the root of the package starts with a slash.
    const file = source.startsWith('/') ? source.slice(1) : posix.join(posix.dirname(from), source)
    const path = posix.relative(posix.dirname(to), merged.get(file) ?? file)
    return `${before}"${path.startsWith('.') ? path : `./${path}`}"`
  })
}
