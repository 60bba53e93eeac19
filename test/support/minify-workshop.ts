import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { projectRoot } from './run-command.ts'

const BUILT = join(projectRoot, 'node_modules', '.cache', 'licet', 'storybook')
/** The frame of Storybook, which it copies without minifying, and the panels around it. They have half of the bytes of a page. */
const FRAME = ['sb-manager', 'sb-addons']
/** Functions of Storybook that make a value and change nothing. A bundler removes a call whose value nobody uses. */
export const PURE = ['styled', 'memo', 'forwardRef', 'createContext', 'keyframes', '__commonJS', '__esm', '__toESM']
/** The faces of the font that the theme of the workshop replaces. The pages loaded two of them. */
const UNUSED_FONT = /@font-face\s*\{[^}]*Nunito Sans[^}]*\}/g

/** Makes the built workshop smaller: minifies {@link FRAME}, and drops what it does not use. */
export async function main(): Promise<void> {
  const files = FRAME.flatMap((folder) =>
    readdirSync(join(BUILT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(BUILT, folder, name)),
  )
  for (const path of files.filter((name) => name.endsWith('.js'))) await minify(path)
  for (const name of ['index.html', 'iframe.html']) {
    const path = join(BUILT, name)
    writeFileSync(path, readFileSync(path, 'utf8').replace(UNUSED_FONT, ''))
  }
}

async function minify(path: string): Promise<void> {
  const [result] = [
    await build({
      configFile: false,
      logLevel: 'error',
      publicDir: false,
      build: {
        write: false,
        target: 'es2022',
        reportCompressedSize: false,
        lib: { entry: path, formats: ['es'] },
        rolldownOptions: {
          // Some files of the frame are copies that no page loads, with imports that are not copied.
          external: /^\.\.?\//,
          treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false, manualPureFunctions: PURE },
          output: { codeSplitting: false, minify: true },
        },
      },
    }),
  ].flat()
  if (result === undefined || !('output' in result)) throw new Error(`${path} was not minified. The file is as Storybook wrote it.`)
  writeFileSync(path, result.output[0].code)
}
