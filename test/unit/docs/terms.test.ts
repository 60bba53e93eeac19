import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { EXIT } from '../../../src/cli/command.ts'
import { termsLint } from '../../../src/cli/commands/terms-lint.ts'
import { codeBlocks } from '../../support/documents.ts'

it('experience 8: the linter takes the agreement.json of the page on terms, and finds no fault in it', async () => {
  const [json = ''] = codeBlocks('docs/guides/terms.md', 'json')
  const folder = mkdtempSync(join(tmpdir(), 'licet-docs-'))
  try {
    const file = join(folder, 'agreement.json')
    writeFileSync(file, json)
    const told: string[] = []
    const say = (line: string) => void told.push(line)
    const io = { out: say, err: say, env: {}, now: Date.now, signal: new AbortController().signal }
    expect(await termsLint.run({ values: { json: true }, positionals: [file] }, io), told.join('\n')).toBe(EXIT.ok)
    expect(JSON.parse(told.join('\n'))).toMatchObject([{ rule: 'no_expiry' }])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
