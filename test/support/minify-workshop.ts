import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { minify } from 'vite'
import { projectRoot } from './run-command.ts'

const BUILT = join(projectRoot, 'node_modules', '.cache', 'licet', 'storybook')
/** The frame of Storybook, which it copies without minifying. */
const MANAGER = join(BUILT, 'sb-manager')
/** The faces of the font that the theme of the workshop replaces. The pages loaded two of them. */
const UNUSED_FONT = /@font-face\s*\{[^}]*Nunito Sans[^}]*\}/g

/** Makes the built workshop smaller: {@link MANAGER} has a third of the bytes of a page. */
export async function main(): Promise<void> {
  for (const name of readdirSync(MANAGER).filter((file) => file.endsWith('.js'))) {
    const path = join(MANAGER, name)
    const { code, errors } = await minify(name, readFileSync(path, 'utf8'))
    if (errors.length > 0) throw new Error(`${path} could not be minified. Nothing was written. ${errors[0]?.message}`)
    writeFileSync(path, code)
  }
  for (const name of ['index.html', 'iframe.html']) {
    const path = join(BUILT, name)
    writeFileSync(path, readFileSync(path, 'utf8').replace(UNUSED_FONT, ''))
  }
}
