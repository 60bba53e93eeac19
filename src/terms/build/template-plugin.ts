import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { parseTree } from '../parse-template.ts'

const TEMPLATE = /\/languages\/[\w-]+\/templates\/[\w-]+\.md$/

/**
 * Returns the Vite plugin that compiles `languages/<locale>/templates/<name>.md` to modules that export a parsed `Template`.
 *
 * Browsers then parse no Markdown. A faulty template fails the build with file, line and column.
 */
export function templates(): Plugin {
  return {
    name: 'licet:templates',
    enforce: 'pre',
    transform: {
      filter: { id: TEMPLATE },
      handler(code: string, id: string) {
        const folder = dirname(dirname(id))
        const locale = basename(folder)
        const name = basename(id, '.md')
        const include = (part: string): string | undefined => {
          const path = join(folder, 'parts', `${part}.md`)
          if (!existsSync(path)) return undefined
          this.addWatchFile(path)
          return readFileSync(path, 'utf8')
        }
        const tree = parseTree(code, { name, locale, include })
        const version = Number(/^version:[ \t]*(\d+)$/m.exec(code)?.[1] ?? 1)
        return {
          code: [
            "import { words } from '../words.ts'",
            "import { registerShipped } from '../../../shipped-template.ts'",
            `export default /* @__PURE__ */ registerShipped({ name: ${JSON.stringify(name)}, locale: ${JSON.stringify(locale)}, version: ${version}, tree: ${JSON.stringify(tree)}, words })`,
          ].join('\n'),
          map: { mappings: '' },
        }
      },
    },
    // TypeScript does not see modules that a plugin makes, so this emits their declarations.
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !TEMPLATE.test(chunk.facadeModuleId ?? '')) continue
        const source = [
          "import type { Template } from '../../template.js'",
          'declare const template: Template',
          'export default template',
          '',
        ].join('\n')
        this.emitFile({ type: 'asset', fileName: chunk.fileName.replace(/\.js$/, '.d.ts'), source })
      }
    },
  }
}
