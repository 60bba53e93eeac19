import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from '../../../src/cli/run.ts'
import { compileTerms, defineAgreement } from '../../../src/terms/index.ts'
import { templateOf } from '../../fixtures/templates.ts'
import { SHOPS } from './corpus/good.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'licet-lint-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function put(name: string, content: unknown): string {
  const path = join(folder, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

async function lint(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const lines = { out: '', err: '' }
  const write = (to: 'out' | 'err') => (line: string) => {
    lines[to] += `${line}\n`
  }
  const code = await run(['terms', 'lint', ...args], {
    out: write('out'),
    err: write('err'),
    now: Date.now,
    env: {},
    cwd: '.',
    signal: new AbortController().signal,
  })
  return { code, ...lines }
}

describe('licet terms lint', () => {
  test('passes a good agreement in each language', async () => {
    for (const locale of ['en', 'es', 'ar']) {
      const file = put(`good-${locale}.json`, { ...SHOPS[locale], template: `${locale}/rewards` })
      expect(await lint(file)).toMatchObject({
        code: 0,
        out: expect.stringMatching(/No findings\. A lawyer should still read the text\.\n$/),
        err: '',
      })
    }
  })

  test('fails for a wrong agreement with the field, and prints JSON with --format json', async () => {
    const file = put('faulty.json', { ...SHOPS.en, compensation: undefined })
    const { code, out } = await lint(file, '--format', 'json')
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject([
      { rule: 'invalid_configuration', severity: 'error', message: expect.stringContaining('compensation'), file },
    ])
  })

  test('a template, a folder and a language with the name of a member of every object are not known', async () => {
    const named = put('named.json', { ...SHOPS.en, template: 'constructor' })
    expect(await lint(named)).toMatchObject({ code: 2, err: expect.stringContaining('no shipped template has the name') })
    const text = put('constructor/terms.md', 'We use your data.')
    expect((await lint(text)).err).toBe('')
    expect((await lint(text, '--locale', 'constructor')).err).toBe('')
  })

  test('passes with warnings, and fails with --strict', async () => {
    const file = put('open.json', { ...SHOPS.en, expiry: null })
    expect(await lint(file)).toMatchObject({ code: 0, out: expect.stringContaining('warning no_expiry') })
    expect(await lint(file, '--strict')).toMatchObject({ code: 1 })
  })

  test('checks the labels on screen', async () => {
    const file = put('labels.json', { ...SHOPS.en, labels: { decline: 'Miss out' } })
    expect(await lint(file)).toMatchObject({ code: 1, out: expect.stringContaining('pressing_label') })
  })

  test('reports every fault of a template with its line and column, and their number', async () => {
    const file = put('es/mine.md', '# Hola {{company.nmae}}\n\n<b>cita</b>\n')
    const { code, out } = await lint(file, '--as', 'template')
    expect(code).toBe(1)
    expect(out).toContain(`${file}:1:8 error unknown_placeholder\n`)
    expect(out).toContain(`${file}:3:1 error raw_html\n`)
    expect(out.match(/error missing_clause/g)).toHaveLength(8)
    expect(out).toMatch(/\n11 findings\.\n$/)
  })

  test('compares a text with the agreement of --agreement', async () => {
    const agreement = put('beside.json', SHOPS.en)
    const text = compileTerms(defineAgreement(SHOPS.en as NonNullable<typeof SHOPS.en>))
    expect(await lint(put('terms.md', text), '--agreement', agreement)).toMatchObject({ code: 0 })
    const other = put('other.md', text.replace('- paper receipts\n', ''))
    expect(await lint(other, '--agreement', agreement)).toMatchObject({ code: 1, out: expect.stringContaining('data_not_in_text') })
  })

  test.each([
    [['nowhere.json'], 'cannot be read'],
    [['--max-grade', 'x', 'nowhere.json'], 'a number above 0'],
  ])('%j exits with 2', async (args, message) => {
    const { code, err } = await lint(...args)
    expect([code, err]).toEqual([2, expect.stringContaining(message)])
  })

  test.each(['x', '0', '-1', 'Infinity'])('--max-grade %s exits with 2 and states the valid values', async (grade) => {
    const file = put('good.json', { ...SHOPS.en, template: 'en/rewards' })
    expect(await lint(file, `--max-grade=${grade}`)).toMatchObject({ code: 2, err: expect.stringContaining('a number above 0') })
  })

  test('warns about a text above --max-grade, which fails with --strict', async () => {
    const file = put('good.json', { ...SHOPS.en, template: 'en/rewards' })
    expect(await lint(file, '--max-grade', '1')).toMatchObject({ code: 0, out: expect.stringContaining('warning reading_grade') })
    expect(await lint(file, '--max-grade', '1', '--strict')).toMatchObject({ code: 1 })
  })

  test('reads a text in the language of --locale or of its folder', async () => {
    const shop = { ...SHOPS.es, template: templateOf('es', 'rewards') } as Parameters<typeof defineAgreement>[0]
    const text = compileTerms(defineAgreement(shop))
    const file = put('texto.md', text)
    expect(await lint(file)).toMatchObject({ code: 1, out: expect.stringContaining('no_withdrawal') })
    expect(await lint(file, '--locale', 'es')).toMatchObject({ code: 0 })
    expect(await lint(put('es/texto.md', text))).toMatchObject({ code: 0 })
  })

  test('a file without an agreement, or with an unknown template, exits with 2', async () => {
    expect(await lint(put('list.json', '[]'))).toMatchObject({ code: 2, err: expect.stringContaining('no JSON object') })
    expect(await lint(put('no.json', { template: 'xx/none' }))).toMatchObject({
      code: 2,
      err: expect.stringContaining('en/rewards'),
    })
  })
})

/** A contract without findings. */
const CONTRACT =
  '# License\n\nHarbor Fit uses your steps. You can withdraw in the app. It ends on May 1, 2031. Write to a@harborfit.example.\n'

describe('licet terms lint for a contract of the company', () => {
  test('--as decides what a text is, and a text with a forgotten placeholder is a contract', async () => {
    const file = put('own/forgotten.md', `${CONTRACT}\nThe law of {{country}} applies.\n`)
    expect(await lint(file)).toMatchObject({ code: 1, out: expect.stringContaining(`${file}:5:12 error unfilled_placeholder`) })
    expect(await lint(file, '--as', 'template')).toMatchObject({ code: 1, out: expect.stringContaining('unknown_placeholder') })
    expect(await lint(file, '--as', 'poem')).toMatchObject({ code: 2, err: expect.stringContaining('contract, template') })
  })

  // A contract that was exported from a site generator was taken for a template.
  test('front matter alone does not make a text a template', async () => {
    const file = put('own/front.md', `---\ntitle: License\n---\n\n${CONTRACT}`)
    expect(await lint(file)).toMatchObject({ code: 1, out: expect.stringContaining(`${file}:1:1 error front_matter`) })
  })

  test('prints SARIF 2.1.0 with the rule, the level, the place and the words', async () => {
    const file = put('own/sarif.md', `${CONTRACT}\nIf you decline, you lose your points.\n`)
    const { code, out } = await lint(file, '--format', 'sarif')
    expect(code).toBe(0)
    const log = JSON.parse(out)
    expect(log).toMatchObject({ version: '2.1.0', runs: [{ tool: { driver: { rules: [{ id: 'pressure' }] } } }] })
    expect(log.runs[0].results[0]).toMatchObject({
      ruleId: 'pressure',
      level: 'warning',
      locations: [{ physicalLocation: { region: { startLine: 5, snippet: { text: expect.stringContaining('lose') } } } }],
    })
  })

  test('compares languages with --translation, and takes the language from the name of the file', async () => {
    const english = put('own/a.en.md', `${CONTRACT}\nYou get €5.\n`)
    const german = put('own/a.de.md', '# Lizenz\n\nHarbor Fit nutzt Ihre Schritte.\n\nSie bekommen 6 €.\n')
    const { code, out } = await lint(english, '--translation', german)
    expect(code).toBe(1)
    expect(out).toContain(`${english}:5:9 error translation_differs`)
  })

  // Regression: a text in `contracts/de.md` counted as English, and its reward was compared with the English one.
  test('takes the language from a file that is only a tag, and the words of the agreement in that language', async () => {
    const texts = {
      compensation: { en: '200 points a month', de: '200 Punkte im Monat' },
      jurisdiction: { en: 'Ireland', de: 'Irland' },
    }
    const agreement = put('contracts/agreement.json', { ...SHOPS.en, ...texts })
    const german = put('contracts/de.md', '# Lizenz\n\nSie bekommen 200 Punkte im Monat.\n')
    const rules = (out: string) => JSON.parse(out).map(({ rule }: { readonly rule: string }) => rule)
    const { out } = await lint(german, '--agreement', agreement, '--format', 'json')
    expect(rules(out)).not.toContain('amount_not_in_text')
    const english = put('contracts/en.md', '# Licence\n\nYou get 200 points a month.\n')
    const other = await lint(german, '--agreement', agreement, '--format', 'json', '--locale', 'en')
    expect(rules(other.out)).toContain('amount_not_in_text')
    expect((await lint(english, '--translation', german)).out).not.toContain('translation_differs')
  })

  test('--fix removes what nobody sees from the file, and nothing else', async () => {
    const file = put('own/fix.md', `${CONTRACT}\nYou ac\u200bcept. <!-- ask -->\n`)
    expect(await lint(file, '--fix')).toMatchObject({ code: 0 })
    expect(readFileSync(file, 'utf8')).toBe(`${CONTRACT}\nYou accept. \n`)
  })
})
