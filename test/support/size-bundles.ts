import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { bundle, type Chunk } from './bundle.ts'
import { projectRoot } from './run-command.ts'

const REACT = [/^react($|\/)/, /^react-dom($|\/)/]
const MARKDOWN = [/^react-markdown($|\/)/]
const GFM = [/^remark-gfm($|\/)/]
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
  terms: { code: "export * from 'licet/terms'", external: [] },
  gate: {
    code: "export { ConsentProvider, ConsentGate, useConsent, useLicense } from 'licet'",
    external: [...REACT, ...OTHER_LANGUAGES],
    wanted: (chunk) => chunk.first,
  },
  screen: { code: SCREEN, external: [...REACT, ...MARKDOWN, ...GFM, ...OTHER_LANGUAGES] },
  'screen-markdown': { code: SCREEN, external: [...REACT, ...GFM, ...OTHER_LANGUAGES] },
}

/** Bundles each piece into the folder that its budget reads. */
export async function writeSizeBundles(): Promise<void> {
  for (const [name, { code, external, wanted = () => true }] of Object.entries(PIECES)) {
    const folder = join(projectRoot, 'node_modules/.cache/licet/size', name)
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const chunks = await bundle(code, { external })
    for (const chunk of chunks.filter(wanted)) writeFileSync(join(folder, basename(chunk.fileName)), chunk.code)
  }
}
