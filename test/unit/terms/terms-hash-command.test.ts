import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from '../../../src/cli/run.ts'
import { compileTerms, defineAgreement } from '../../../src/terms/index.ts'
import { OWN_CONTRACT } from '../../fixtures/own-contract.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'licet-hash-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function hash(content: string, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const path = join(folder, 'contract.md')
  writeFileSync(path, content)
  const lines = { out: '', err: '' }
  const code = await run(['terms', 'hash', path, ...args], {
    out: (line) => (lines.out += `${line}\n`),
    err: (line) => (lines.err += `${line}\n`),
    now: Date.now,
    env: {},
    cwd: '.',
    signal: new AbortController().signal,
  })
  return { code, ...lines }
}

describe('licet terms hash', () => {
  const expected = createHash('sha3-256').update(OWN_CONTRACT).digest('base64url')

  test('prints SHA3-256 of the text, base64url', async () => {
    expect(await hash(OWN_CONTRACT)).toEqual({ code: 0, out: `${expected}\n`, err: '' })
    expect(JSON.parse((await hash(OWN_CONTRACT, '--json')).out)).toMatchObject({ hash: expected })
  })

  test('ignores a byte order mark, which no response contains as text', async () => {
    expect((await hash(`\uFEFF${OWN_CONTRACT}`)).out).toBe(`${expected}\n`)
  })

  test('prints a hash for each language of an agreement, which licenses have as `termsHash`', async () => {
    const members = `company: { name: 'Acme', termsUrl: 'https://acme.example/t', privacyUrl: 'https://acme.example/p' }, jurisdiction: 'Ireland', compensation: null, expiry: null`
    const file = join(folder, 'agreement.mjs')
    writeFileSync(file, `export const agreement = { ${members} }`)
    const lines: string[] = []
    const io = { out: (line: string) => lines.push(line), err: () => undefined, now: Date.now, env: {}, cwd: folder }
    const args = ['terms', 'hash', 'agreement.mjs', '--locale', 'en', '--locale', 'de', '--json']
    expect(await run(args, { ...io, signal: new AbortController().signal })).toBe(0)
    const { hashes } = JSON.parse(lines.join('\n'))
    const { agreement } = await import(/* @vite-ignore */ file)
    const text = compileTerms(defineAgreement(agreement))
    expect(hashes).toEqual({
      en: createHash('sha3-256').update(text).digest('base64url'),
      de: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(hashes.de).not.toBe(hashes.en)
  })

  test('prints what nobody could sign instead of a hash', async () => {
    const { code, out, err } = await hash('# A\n\n<b>x</b> ![y](z)')
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain('contract.md:3:1 error raw_html')
    expect(err).toContain('contract.md:3:10 error image')
  })
})
