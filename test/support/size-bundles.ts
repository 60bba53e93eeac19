import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { licet } from 'licet/vite'
import { bundle, type Chunk, transferSize } from './bundle.ts'
import { projectRoot } from './run-command.ts'

const REACT = [/^react($|\/)/, /^react-dom($|\/)/]
const GFM = [/^remark-gfm($|\/)/]
/** Templates other than the default one, which `licet/terms` contains. */
const TEMPLATES = [/templates\/[\w-]+\/[\w-]+\.js$/]
/** A visitor loads one language, so the others are not counted. */
const OTHER_LANGUAGES = [/react\/languages\/[\w-]+\.js$/]
/**
 * What only custom terms need: the loader, and the Markdown renderer. Each loads through its own `import()`.
 * `test/e2e/code-loading.test.ts` tests that a screen with a shipped template never loads them.
 */
const CUSTOM_TERMS = [/react\/provider\/load-own-terms\.js$/, /client\/load-terms\.js$/, /terms\/load-text\.js$/]
/**
 * Code that English in a current browser, without a preview and a hint, never loads: the loader of other languages, previews for tests and
 * stories, the writer of the hint, Ed25519 for browsers without it.
 */
const OTHER_MODES = [/react\/provider\/load-language\.js$/, /react\/preview\//, /react\/hint\/keep-hint\.js$/, /log\/ed25519\.js$/]
const SCREEN = "export { ConsentProvider, ConsentScreen } from 'licet'"

interface Piece {
  readonly code: string
  /** Whether every agreement of the app is prepared, by the plugin of `licet/vite`. */
  readonly isPrepared?: true
  readonly external: readonly RegExp[]
  readonly isCounted?: (chunk: Chunk) => boolean
}

/** The code that each budget of package.json measures, as the imports of an application. */
const PIECES: Readonly<Record<string, Piece>> = {
  client: { code: "export * from 'licet/client'", external: [] },
  // prepareAgreement() loads the parser of Markdown and other templates on a server or in a build.
  terms: { code: "export * from 'licet/terms'", external: TEMPLATES, isCounted: (chunk) => chunk.first },
  gate: {
    code: "export { ConsentProvider, ConsentGate, useConsent, useLicense } from 'licet'",
    external: [...REACT, ...OTHER_LANGUAGES],
    isCounted: (chunk) => chunk.first,
  },
  screen: { code: SCREEN, external: [...REACT, ...CUSTOM_TERMS, ...GFM, ...OTHER_LANGUAGES, ...OTHER_MODES] },
  // A visitor with a license, once a day when the page is idle. What the page has loaded before is not counted.
  'log-check': {
    code: SCREEN,
    external: [...REACT, ...CUSTOM_TERMS, ...GFM, ...OTHER_LANGUAGES, ...OTHER_MODES],
    isCounted: ({ modules }) => {
      const names = [...modules.keys()].join('\n')
      return /\/dist\/log\//.test(names) && !/\/read-stamp\.js$/m.test(names)
    },
  },
  'screen-readable': {
    code: SCREEN,
    external: [...REACT, ...CUSTOM_TERMS, ...GFM, ...OTHER_LANGUAGES, ...OTHER_MODES],
    isCounted: (chunk) => chunk.first,
  },
  // Without the agreement itself.
  'screen-prepared': {
    code: SCREEN,
    isPrepared: true,
    external: [...REACT, ...CUSTOM_TERMS, ...GFM, ...OTHER_LANGUAGES, ...OTHER_MODES],
    isCounted: (chunk) => chunk.first,
  },
  'screen-markdown': { code: SCREEN, external: [...REACT, ...GFM, ...OTHER_LANGUAGES, ...OTHER_MODES] },
}

/** Bundles one piece and returns the chunks that its budget counts. */
export async function bundlePiece(name: string): Promise<readonly Chunk[]> {
  const piece = PIECES[name]
  if (piece === undefined)
    throw new Error(`There is no size budget "${name}", so nothing was bundled. Use one of: ${Object.keys(PIECES).join(', ')}.`)
  const { code, isPrepared, external, isCounted = () => true } = piece
  const plugins = isPrepared ? [licet()] : []
  return (await bundle(code, { external, plugins })).filter(isCounted)
}

/** Bundles each piece into the folder that its budget reads. */
export async function writeSizeBundles(report?: (name: string, chunks: readonly Chunk[]) => void): Promise<void> {
  for (const name of Object.keys(PIECES)) {
    const folder = join(projectRoot, 'node_modules/.cache/licet/size', name)
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const counted = await bundlePiece(name)
    for (const chunk of counted) writeFileSync(join(folder, basename(chunk.fileName)), chunk.code)
    report?.(name, counted)
  }
}

/** Prints the modules that each size budget counts, the largest first: `npm run size`. */
export async function main(): Promise<void> {
  await writeSizeBundles((name, chunks) => {
    console.log(`\n${name}: ${transferSize(chunks).gzip} bytes gzip in ${chunks.length} files`)
    const modules = chunks.flatMap((chunk) =>
      [...chunk.modules].map(([id, bytes]) => ({ id: id.split(/node_modules\/|dist\//).at(-1), bytes, chunk })),
    )
    for (const { id, bytes, chunk } of modules.sort((a, b) => b.bytes - a.bytes).slice(0, 40))
      console.log(`${String(bytes).padStart(7)}  ${chunk.first ? 'first' : 'later'}  ${id}`)
  })
}
