import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { bundle, type Chunk, transferSize } from './bundle.ts'
import { projectRoot } from './run-command.ts'

const REACT = [/^react($|\/)/, /^react-dom($|\/)/]
const MARKDOWN = [/^react-markdown($|\/)/]
const GFM = [/^remark-gfm($|\/)/]
/** The default template is a budget of its own: the model and its functions are this one. */
const TEMPLATES = [/templates\/[\w-]+\/[\w-]+\.js$/]
/** A visitor loads one language. */
const OTHER_LANGUAGES = [/locales\/(?!en\.js|format|load|index)[\w-]+\.js$/]
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
  screen: { code: SCREEN, external: [...REACT, ...MARKDOWN, ...GFM, ...OTHER_LANGUAGES] },
  'screen-markdown': { code: SCREEN, external: [...REACT, ...GFM, ...OTHER_LANGUAGES] },
}

/** Bundles each piece into the folder that its budget reads. */
export async function writeSizeBundles(tell?: (name: string, chunks: readonly Chunk[]) => void): Promise<void> {
  for (const [name, { code, external, wanted = () => true }] of Object.entries(PIECES)) {
    const folder = join(projectRoot, 'node_modules/.cache/licet/size', name)
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const chunks = await bundle(code, { external })
    const counted = chunks.filter(wanted)
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
