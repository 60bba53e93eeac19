import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { SHIPPED_THEMES } from '../shipped-themes.ts'

/** Only the outermost part declares the variables, so that `appearance.variables` of an app still reaches the parts in it. */
const SELECTOR = ':where([data-licet]:not([data-licet] *))'

/** Vite plugin that adds `tokens.json` and the style sheet of each shipped theme to the library build, with their types. TypeScript reads the type of a JSON file from the file itself. */
export const themeFiles: Plugin = {
  name: 'licet-theme-files',
  apply: 'build',
  generateBundle() {
    const emit = (fileName: string, source: string) => this.emitFile({ type: 'asset', fileName, source })
    emit('tokens.json', readFileSync(join(import.meta.dirname, '../tokens.json'), 'utf8'))
    for (const [name, theme] of Object.entries(SHIPPED_THEMES)) {
      const { composition } = theme
      const rules = composition ? readFileSync(join(import.meta.dirname, `../compositions/${composition}.css`), 'utf8') : ''
      emit(`theme/themes/${name}.css`, rules + theme.toCss(SELECTOR))
      emit(`theme/themes/${name}.css.d.ts`, 'export {}\n')
    }
  },
}
