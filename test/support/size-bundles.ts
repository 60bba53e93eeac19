import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { bundle, type Chunk, transferSize } from './bundle.ts'
import { projectRoot } from './run-command.ts'

const REACT = [/^react($|\/)/, /^react-dom($|\/)/]
const GFM = [/^remark-gfm($|\/)/]
/** The default template is a budget of its own: the model and its functions are this one. */
const TEMPLATES = [/templates\/[\w-]+\/[\w-]+\.js$/]
/** A visitor loads one language. */
const OTHER_LANGUAGES = [/locales\/(?!en\.js|format|load|index)[\w-]+\.js$/, /words\/diff\/(?!en\.js)\w+\.js$/]
/**
 * What a text of one's own needs, and a template of ours never asks for: the loader with the query cache, and the Markdown renderer. Each is
 * behind an `import()` of its own; that no walk through a screen fetches them is a test, `test/e2e/fetched.test.ts`.
 */
const TEXT_OF_ONES_OWN = [/react\/load-terms\.js$/, /terms\/load-text\.js$/]
/** Code that English without a preview never loads: the loader of other languages, and previews for tests and stories. */
const OTHER_MODES = [/react\/load-language\.js$/, /react\/preview\//]
const SCREEN = "export { ConsentProvider, ConsentScreen } from 'licet'"

interface Piece {
  readonly code: string
  readonly external: readonly RegExp[]
  readonly wanted?: (chunk: Chunk) => boolean
}

/** What the budgets in package.json are about, each as the imports of an application. */
const PIECES: Readonly<Record<string, Piece>> = {
  client: { code: "export * from 'licet/client'", external: [] },
  terms: { code: "export * from 'licet/terms'", external: TEMPLATES },
  gate: {
    code: "export { ConsentProvider, ConsentGate, useConsent, useLicense } from 'licet'",
    external: [...REACT, ...OTHER_LANGUAGES],
    wanted: (chunk) => chunk.first,
  },
  screen: { code: SCREEN, external: [...REACT, ...TEXT_OF_ONES_OWN, ...GFM, ...OTHER_LANGUAGES, ...OTHER_MODES] },
  'screen-markdown': { code: SCREEN, external: [...REACT, ...GFM, ...OTHER_LANGUAGES, ...OTHER_MODES] },
}

/** Bundles one piece, with what its budget counts of it. */
export async function bundlePiece(name: string): Promise<readonly Chunk[]> {
  const piece = PIECES[name]
  if (piece === undefined) throw new Error(`There is no budget for ${name}.`)
  const { code, external, wanted = () => true } = piece
  return (await bundle(code, { external })).filter(wanted)
}

/** Bundles each piece into the folder that its budget reads. */
export async function writeSizeBundles(tell?: (name: string, chunks: readonly Chunk[]) => void): Promise<void> {
  for (const name of Object.keys(PIECES)) {
    const folder = join(projectRoot, 'node_modules/.cache/licet/size', name)
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const counted = await bundlePiece(name)
    for (const chunk of counted) writeFileSync(join(folder, basename(chunk.fileName)), chunk.code)
    if (tell !== undefined) tell(name, counted)
  }
}

/** `npm run size`: what each budget is spent on, the heaviest first. */
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
