import { posix } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { COMPILER, COMPILER_FILE } from './compiler-plugin.ts'

/** A page of an app, and the files that its modules are joined into. */
interface Page {
  /** What the page imports. */
  readonly entry: string
  /** The joined files, with their modules. */
  readonly files: readonly (readonly [file: string, modules: RegExp])[]
}

/**
 * The pages, in the order of their imports: the files of the second page import the files of the first. What contains no React is one file
 * for each page, because a bundler merges only one shared file into the entry of an app.
 */
const PAGES: readonly Page[] = [
  {
    // What a visitor with a license needs.
    entry: `
export { ConsentProvider } from "./react/provider/consent-provider.js"
export { useConsent } from "./react/hooks/use-consent.js"
export { useLicense } from "./react/hooks/use-license.js"
export { ConsentGate } from "./components/gate/consent-gate.js"
`,
    files: [
      ['joined/gate.js', /^(?:core|terms|client)\/|^react\/(?:store\/(?:consent-view|license-status)|report)\.js$/],
      ['react/gate.js', /^react\//],
    ],
  },
  {
    // What a visitor who is asked needs.
    entry: `
export { ConsentProvider } from "./react/provider/consent-provider.js"
export { ConsentScreen } from "./components/screen/consent-screen.js"
`,
    files: [['joined/screen.js', /^(?:core|terms|client)\//]],
  },
]
/** Modules that stay separate files: bundlers keep a table of imports or of states, even in an app that imports another part of the file. */
const APART = /^(?:client\/opening-client|core\/consent-flow)\.js$/
/** A published module that a joined file contains. Its own file stays, and exports from there. */
const DEFAULT_TEMPLATE = 'terms/templates/en/rewards.js'
/** An import or an export from another file, as Rolldown prints it. */
const IMPORT = /^((?:import|export) (?:[^"'\n]* from )?)"(\.[^"\n]+)";$/gm
const CLIENT_DIRECTIVE = '"use client";\n'

/** Published files by their path. */
type Sources = ReadonlyMap<string, string>

/**
 * Vite plugin that joins the modules that a page loads immediately and code that loads later imports too.
 *
 * A bundler puts such modules into one file for each set of importers. From separate modules, Vite makes ten more files for a page with a
 * gate.
 */
export const joinedFiles: Plugin = {
  name: 'licet-joined-files',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const sources = new Map(chunks.map(({ fileName, code }) => [fileName, code]))
      const files = await assignFiles(sources, bundle)
      const fileOf = (name: string) => files.get(name) ?? name
      for (const fileName of new Set(files.values())) {
        const joined = chunks.filter((chunk) => fileOf(chunk.fileName) === fileName)
        this.emitFile({ type: 'asset', fileName, source: await join(fileName, joined, sources, fileOf) })
        for (const chunk of joined)
          if (chunk.isEntry)
            chunk.code = `export { ${chunk.exports.join(', ')} } from "${pathBetween(chunk.fileName, fileName)}";\n`
          else delete bundle[chunk.fileName]
      }
      for (const chunk of chunks)
        chunk.code = chunk.code.replace(IMPORT, (_, beginning: string, path: string) => {
          const name = fileOf(posix.join(posix.dirname(chunk.fileName), path))
          return `${beginning}"${pathBetween(chunk.fileName, name)}";`
        })
    },
  },
}

/** Returns the joined file of each module that has one. */
async function assignFiles(sources: Sources, bundle: Rolldown.OutputBundle): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>()
  const isPublished = (name: string) => {
    const output = bundle[name]
    return output?.type === 'chunk' && output.isEntry && name !== DEFAULT_TEMPLATE
  }
  for (const { entry, files: joined } of PAGES) {
    const needed = await modulesOfPage(sources, entry)
    const later = modulesOfLaterCode(needed, bundle)
    for (const name of needed) {
      const file = joined.find(([, modules]) => modules.test(name))?.[0]
      const isShared = later.has(name) && !files.has(name) && !isPublished(name) && !APART.test(name)
      if (file !== undefined && isShared) files.set(name, file)
    }
  }
  return files
}

/** Returns the modules that later code imports, directly or not. An `import()` loads a separate file, so its target is not one of them. */
function modulesOfLaterCode(first: Iterable<string>, bundle: Rolldown.OutputBundle): ReadonlySet<string> {
  const targets = new Set<string>()
  const reached = new Set<string>()
  const importsOf = (name: string) => {
    const chunk = bundle[name]
    return chunk?.type === 'chunk' ? chunk : { imports: [], dynamicImports: [] }
  }
  const load = (name: string) => {
    for (const target of importsOf(name).dynamicImports) {
      targets.add(target)
      visit(target)
    }
  }
  const visit = (name: string) => {
    if (reached.has(name)) return
    reached.add(name)
    for (const imported of importsOf(name).imports) visit(imported === COMPILER ? COMPILER_FILE : imported)
    load(name)
  }
  for (const name of first) load(name)
  return new Set([...reached].filter((name) => !targets.has(name)))
}

/** Returns the modules that a page loads immediately, in a production build. */
async function modulesOfPage(sources: Sources, entry: string): Promise<ReadonlySet<string>> {
  const chunks = await bundleSources('page.js', entry, {
    load: (name) => sources.get(name),
    define: { 'process.env.NODE_ENV': '"production"' },
    treeshake: true,
  })
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const needed = new Set<string>()
  const visit = ({ fileName, modules, imports }: Rolldown.OutputChunk) => {
    byName.delete(fileName)
    for (const [id, { renderedLength }] of Object.entries(modules)) if (renderedLength > 0) needed.add(id.slice(1))
    for (const name of imports) {
      const chunk = byName.get(name)
      if (chunk !== undefined) visit(chunk)
    }
  }
  for (const chunk of chunks) if (chunk.isEntry) visit(chunk)
  return needed
}

/** Returns the code of modules as one file, with all that they export. */
async function join(
  file: string,
  joined: readonly Rolldown.OutputChunk[],
  sources: Sources,
  fileOf: (name: string) => string,
): Promise<string> {
  const statements = joined.map(({ fileName, exports }) => `export { ${exports.join(', ')} } from "/${fileName}"`)
  const [chunk] = await bundleSources(file, statements.join('\n'), {
    load: (name) => (fileOf(name) === file ? sources.get(name) : undefined),
    fileOf,
    define: {},
    treeshake: false,
  })
  const isOfClient = joined.some(({ code }) => code.startsWith(CLIENT_DIRECTIVE))
  return (isOfClient ? CLIENT_DIRECTIVE : '') + (chunk?.code ?? '')
}

interface SourceOptions {
  /** Returns the code of a published file. Other files stay imports. */
  readonly load: (name: string) => string | undefined
  /** Returns the file that contains another one. */
  readonly fileOf?: (name: string) => string
  readonly define: Readonly<Record<string, string>>
  readonly treeshake: boolean
}

/** Bundles published files from memory. */
async function bundleSources(
  file: string,
  entry: string,
  { load, fileOf = (name) => name, define, treeshake }: SourceOptions,
): Promise<readonly Rolldown.OutputChunk[]> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    define,
    plugins: [
      {
        name: 'licet-published-files',
        enforce: 'pre',
        resolveId(source, importer) {
          if (importer === undefined) return `/${file}`
          if (source === COMPILER && load(COMPILER_FILE) !== undefined) return { id: `/${COMPILER_FILE}`, moduleSideEffects: false }
          if (!/^[./]/.test(source)) return { id: source, external: true }
          const name = posix.resolve(posix.dirname(importer), source).slice(1)
          if (load(name) !== undefined) return { id: `/${name}`, moduleSideEffects: false }
          return { id: pathBetween(file, fileOf(name)), external: true }
        },
        load: (id) => (id === `/${file}` ? entry : load(id.slice(1))),
      },
    ],
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      reportCompressedSize: false,
      lib: { entry: file, formats: ['es'] },
      // Each module has its `use client` directive, which is written once, at the top of the file.
      rolldownOptions: { treeshake, onLog: () => {}, makeAbsoluteExternalsRelative: false },
    },
  })
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((part) => ('output' in part ? part.output : []))
  return outputs.filter((output) => output.type === 'chunk')
}

function pathBetween(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}
