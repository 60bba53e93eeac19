import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { compileScript, compileStyle } from './receipt-plugin.ts'

const verifier = join(import.meta.dirname, '../verifier')

/** Vite plugin: writes `verify.html`, one file that verifies receipts without a request. Its policy allows only its own script and style. */
export function verifierPage(): Plugin {
  return {
    name: 'licet-verifier-page',
    apply: 'build',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'verify.html', source: await compileVerifier() })
    },
  }
}

async function compileVerifier(): Promise<string> {
  const { code } = await compileScript(join(verifier, 'verify-dropped.ts'))
  const style = compileStyle(join(verifier, 'verify.css'))
  return readFileSync(join(verifier, 'verify.html'), 'utf8')
    .replace('%SCRIPT_HASH%', cspHash(code))
    .replace('%STYLE_HASH%', cspHash(style))
    .replace('<style></style>', () => `<style>${style}</style>`)
    .replace('<script></script>', () => `<script>${code}</script>`)
}

function cspHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
