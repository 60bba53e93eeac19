import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transform } from 'lightningcss'
import { build, type Plugin } from 'vite'

const receipt = join(import.meta.dirname, '..')
const ASSETS = /\/src\/receipt\/page-assets\.ts$/
const SCRIPT = join(receipt, 'script/verify-page.ts')
const STYLE = join(receipt, 'receipt-page.css')

/** The compiled script, and the files that it is made of. */
interface CompiledScript {
  readonly code: string
  readonly files: readonly string[]
}

/**
 * Vite plugin: fills `page-assets.ts` with the script and the style of the receipt page, compiled and minified.
 *
 * The script becomes text here because its hash is in the CSP of the page: the bundler of the host app must not change it.
 */
export function receiptPage(): Plugin {
  return {
    name: 'licet-receipt-page',
    enforce: 'pre',
    load: {
      filter: { id: ASSETS },
      async handler() {
        const { code, files } = await compileScript(SCRIPT)
        for (const file of [...files, STYLE]) this.addWatchFile(file)
        return `export const PAGE_SCRIPT = ${JSON.stringify(code)}\nexport const PAGE_STYLE = ${JSON.stringify(compileStyle(STYLE))}\n`
      },
    },
  }
}

/** Compiles a script and everything that it imports into one classic script, minified. */
export async function compileScript(script: string): Promise<CompiledScript> {
  const result = await build({
    configFile: false,
    root: receipt,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      modulePreload: false,
      rolldownOptions: { input: script, output: { format: 'iife', codeSplitting: false } },
    },
  })
  const output = Array.isArray(result) || 'output' in result ? [result].flat().flatMap((one) => one.output) : []
  const [chunk, ...rest] = output
  if (chunk?.type !== 'chunk' || rest.length > 0) throw new Error('The receipt script has to compile to exactly one file.')
  const code = chunk.code.trim()
  if (/<\/script|<!--/i.test(code))
    throw new Error('The receipt script must not contain </script or <!--: it stands inside of HTML.')
  return { code, files: chunk.moduleIds.filter((id) => id.startsWith('/') && !id.includes('/node_modules/')) }
}

/** Minifies a style sheet. */
export function compileStyle(style: string): string {
  return transform({ filename: style, code: readFileSync(style), minify: true }).code.toString()
}
