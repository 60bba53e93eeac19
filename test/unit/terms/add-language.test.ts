import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { en } from '../../../src/locales/en.ts'
import { createTranslator } from '../../../src/locales/format/translator.ts'
import { diffLicense } from '../../../src/terms/diff/index.ts'
import { compileTerms, defineAgreement, summarize, type Template } from '../../../src/terms/index.ts'
import { createTemplateWords, toLanguageTexts } from '../../../src/terms/language-texts.ts'
import { diffWords } from '../../../src/terms/languages/en/diff-words.ts'
import { words } from '../../../src/terms/languages/en/words.ts'
import { ACME } from '../../fixtures/acme.ts'
import { runLicet } from '../../fixtures/run-licet.ts'
import { templateOf } from '../../fixtures/templates.ts'

const home = mkdtempSync(join(tmpdir(), 'licet-language-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const add = (...args: readonly string[]) => runLicet(['terms', 'add-language', ...args], { cwd: home })
const read = (path: string) => readFileSync(join(home, path), 'utf8')

type Entries = Record<string, Record<string, string>>

/** Translates as a pseudo language does: each vowel gets an accent, and marks and places stay. */
const toPseudo = (text: string) =>
  text
    .split(/(\{\{[^{}]+\}\}|\{#?\w+\}|\]\([^)]*\))/)
    .map((piece, at) => (at % 2 ? piece : piece.replace(/[aeiou]/g, (vowel) => 'àèìòù'.charAt('aeiou'.indexOf(vowel)))))
    .join('')

function translate(path: string, change: (entries: Entries) => void = () => undefined): void {
  if (path.endsWith('.md')) {
    writeFileSync(join(home, path), toPseudo(read(path)))
    return
  }
  const entries: Entries = JSON.parse(read(path))
  for (const entry of Object.values(entries)) entry.it = toPseudo(entry.en ?? '')
  change(entries)
  writeFileSync(join(home, path), JSON.stringify(entries))
}

describe('licet terms add-language', () => {
  test('refuses a word that is not a language tag', async () => {
    for (const tag of ['italian', 'IT', 'it_IT', '../it'])
      expect(await add(tag)).toMatchObject({ code: 2, err: expect.stringContaining('is not a language tag. Nothing was written.') })
    expect(readdirSync(home)).toEqual([])
  })

  test('writes a folder with every text beside the English one, and with the templates and parts', async () => {
    expect(await add('it')).toMatchObject({ code: 0, out: expect.stringContaining('Wrote 19 files to licet-it.') })
    const keys = Object.keys(JSON.parse(read('licet-it/interface.json')))
    const expected = Object.entries(en).flatMap(([key, text]) =>
      typeof text === 'string' ? [key] : [`${key}.one`, `${key}.many`, `${key}.other`],
    )
    expect(keys).toEqual(expected.filter((key) => key !== 'language.tag'))
    expect(JSON.parse(read('licet-it/interface.json'))['screen.close']).toEqual({ en: 'Close without deciding', it: '' })
    expect(JSON.parse(read('licet-it/terms.json'))['summary.law'].en).toBe('The law of {jurisdiction} applies to this license.')
    expect(readdirSync(join(home, 'licet-it/templates'))).toHaveLength(8)
    expect(readdirSync(join(home, 'licet-it/parts'))).toHaveLength(9)
  })

  test('lists what is missing, and writes nothing', async () => {
    const { code, out } = await add('it')
    expect(code).toBe(1)
    expect(out).toContain('interface.json:1:1 error missing_text')
    expect(out).toContain('screen.close has no text (“Close without deciding”).')
    // Regression: only the first sentence of a file was listed, and always at 1:1.
    expect(out).toContain('parts/withdrawal.md:1:1 error missing_text')
    expect(out).toContain('parts/withdrawal.md:3:1 error missing_text')
    expect(out).toContain('templates/rewards.md:8:1 error missing_text')
    expect(readdirSync(join(home, 'licet-it'))).not.toContain('index.js')
  })

  test('finds a lost value, a lost section and an unknown key', async () => {
    translate('licet-it/terms.json')
    for (const kind of ['templates', 'parts'])
      for (const name of readdirSync(join(home, 'licet-it', kind))) translate(`licet-it/${kind}/${name}`)
    const whole = read('licet-it/parts/withdrawal.md')
    writeFileSync(
      join(home, 'licet-it/parts/withdrawal.md'),
      whole.replace(/\{\{#deidentified\}\}[\s\S]*?\{\{\/deidentified\}\}/, ''),
    )
    translate('licet-it/interface.json', (entries) => {
      entries['screen.title'] = { en: en['screen.title'], it: 'Puo usare i tuoi dati?' }
      entries.extra = { en: '', it: 'x' }
    })
    const { code, out } = await add('it')
    expect(code).toBe(1)
    expect(out).toContain('screen.title has other values than the English text')
    expect(out).toContain('Use {company}.')
    expect(out).toContain('extra is not a text of Licet.')
    expect(out).toContain('parts/withdrawal.md:1:1 error other_values')
    expect(out).toMatch(/3 findings\./)
    writeFileSync(join(home, 'licet-it/parts/withdrawal.md'), whole)
    translate('licet-it/interface.json', (entries) => {
      delete entries.extra
    })
  })

  test('writes a module with the interface and the terms of a complete language', async () => {
    rmSync(join(home, 'licet-it/templates/checkout.md'))
    const { code, out } = await add('it')
    expect([code, out]).toEqual([0, expect.stringContaining('The language it is complete, with 7 templates. Wrote index.js.')])
    expect(read('licet-it/index.d.ts')).toContain("import type { Messages } from 'licet/locales/load'")
    const source = join(import.meta.dirname, '../../../src/terms/lint/index.ts')
    const file = join(home, 'licet-it/here.js')
    writeFileSync(file, read('licet-it/index.js').replace('licet/terms/lint', source))
    const { messages, templates }: { messages: typeof en; templates: Record<string, Template> } = await import(
      /* @vite-ignore */ file
    )
    const t = createTranslator(messages, 'it')
    expect(t.text('screen.title', { company: 'Acme' })).toBe('Mày Acme ùsè yòùr dàtà?')
    expect(t.text('terms.minutes', { count: 3 })).toBe('Abòùt 3 mìnùtès tò rèàd')
    const template = templates.rewards
    if (template === undefined) throw new Error('no template')
    const answers = { afterWithdrawal: { deletedWithin: { days: 30 } }, earlierData: 'included', earnedRewards: 'kept' } as const
    const agreement = defineAgreement({ ...ACME, ...answers, expiry: { months: 12 }, declineChangesNothing: true, template })
    const english = defineAgreement({ ...ACME, ...answers, expiry: { months: 12 }, declineChangesNothing: true })
    const bare = (text: string) => text.normalize('NFD').replace(/\u0300/g, '')
    expect(agreement.locale).toBe('it')
    expect(bare(compileTerms(agreement))).toBe(compileTerms(english))
    expect(summarize(agreement).map(({ text }) => bare(text))).toEqual(summarize(english).map(({ text }) => text))
    const changed = diffLicense(agreement, defineAgreement({ ...agreement, compensation: null, earnedRewards: undefined }))
    expect(changed.changes.map(({ sentence }) => sentence)).toEqual(['Yòù nò lòngèr gèt à rèwàrd.'])
  })
})

// Regression: the linter looked for parts only in the folder of the template, and found no clause.
test('a template of a new language is linted with its parts', async () => {
  const { out } = await runLicet(['terms', 'lint', 'licet-it/templates/rewards.md', '--locale', 'it'], { cwd: home })
  expect(out).not.toMatch(/missing_clause|invalid_template/)
})

test('the words of English survive the way into texts by key and back', () => {
  const names = Object.fromEntries(Object.entries(en).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  const template = { ...templateOf('en', 'rewards'), words: createTemplateWords('en', toLanguageTexts(words, diffWords), names) }
  for (const expiry of [null, { months: 1 }, { years: 3 }, '2027-06-01T00:00:00Z'] as const)
    for (const afterWithdrawal of ['deidentified', { deletedWithin: { days: 1 } }] as const) {
      const purposes = ['analytics', { usecase: 'support' }, { usecase: '*', destinations: ['*'] }] as const
      const company = { ...ACME.company, contact: 'a@acme.example' }
      const input = { ...ACME, company, expiry, afterWithdrawal, purposes, earlierData: 'excluded', earnedRewards: 'lost' } as const
      const [one, other] = [defineAgreement(input), defineAgreement({ ...input, template })]
      expect(compileTerms(other)).toBe(compileTerms(one))
      expect(summarize(other)).toEqual(summarize(one))
      expect(other.description).toBe(one.description)
    }
})
