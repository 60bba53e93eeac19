import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { EXIT } from '../../../src/cli/command.ts'
import { termsLint } from '../../../src/cli/commands/terms-lint.ts'
import { codeBlocks } from '../../support/documents.ts'

it('experience 8: shows an agreement.json that the linter accepts without an error', async () => {
  const [json = ''] = codeBlocks('docs/guides/lint-terms.md', 'json')
  const folder = mkdtempSync(join(tmpdir(), 'licet-docs-'))
  try {
    const file = join(folder, 'agreement.json')
    writeFileSync(file, json)
    const printed: string[] = []
    const print = (line: string) => void printed.push(line)
    const io = { out: print, err: print, env: {}, cwd: '.', now: Date.now, signal: new AbortController().signal }
    expect(await termsLint.run({ values: { format: 'json' }, positionals: [file] }, io), printed.join('\n')).toBe(EXIT.ok)
    expect(JSON.parse(printed.join('\n'))).toMatchObject([{ rule: 'no_expiry' }])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
