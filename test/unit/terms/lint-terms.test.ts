import { describe, expect, test } from 'vitest'
import type { LintFinding } from '../../../src/core/errors.ts'
import { compileTerms, defineAgreement, summarize } from '../../../src/terms/index.ts'
import { isFormattable } from '../../../src/terms/is-formattable.ts'
import { lintAgreement, lintTerms, readingGrade } from '../../../src/terms/lint/index.ts'
import { MAX_FINDINGS } from '../../../src/terms/lint/lint-terms.ts'
import { plainText } from '../../../src/terms/lint/read-blocks.ts'
import { templateOf } from '../../fixtures/templates.ts'
import { countOf, inTitle } from '../../support/counts.ts'
import { FAULTY, type Faulty } from './corpus/faulty.ts'
import { GOOD, SHOPS } from './corpus/good.ts'

const LOCALES = ['en', 'es', 'ar'] as const

/** What every contract has: a way to withdraw, an end and a contact. */
const WHOLE = 'You can withdraw. The license ends on May 1, 2031. Write to us.'

function countedIn(findings: readonly LintFinding[]): LintFinding[] {
  return findings.filter(({ severity }) => severity !== 'notice')
}

function rulesOf(locale: (typeof LOCALES)[number], { input, after, without, labels = {} }: Faulty): string[] {
  const whole = { ...SHOPS[locale], ...input, template: templateOf(locale, 'rewards') } as Parameters<typeof defineAgreement>[0]
  const direct = countedIn(lintAgreement(whole, { labels }))
  if (direct.some((one) => one.rule === 'invalid_configuration') || (after === undefined && without === undefined))
    return direct.map((one) => one.rule)
  const agreement = defineAgreement(whole)
  const text = compileTerms(agreement).replace(without ?? /$^/, () => '') + (after === undefined ? '' : `\n${after}\n`)
  return countedIn(lintTerms(text, { agreement, labels })).map((one) => one.rule)
}

describe('a good agreement', () => {
  test.each(GOOD)('%s has no finding', (_, input) => {
    expect(countedIn(lintAgreement(input))).toEqual([])
  })

  test.each(GOOD)('%s has school grade 9 or lower in its summary, and 8 in its terms', (_, input) => {
    const agreement = defineAgreement(input)
    const summary = summarize(agreement)
      .map((line) => `${line.label}: ${line.text}`)
      .join('\n')
    expect(readingGrade(summary, agreement.locale) ?? 0).toBeLessThanOrEqual(9)
    expect(readingGrade(plainText(compileTerms(agreement)), agreement.locale)).toBeLessThanOrEqual(8)
  })
})

// Regression: every rule ignored the case of letters.
test.each([
  ['es', 'Puedes retirar todo en cualquier momento. Termina el 1 de mayo de 2031. Escríbenos.'],
  ['en', `${WHOLE} You get B2B offers, and reports on H2O. This is __important__.`],
  ['pt', 'Você pode retirar tudo. Termina em 1 de maio de 2031, amanhã». Fale conosco.'],
])('words of %s are no placeholders and not damaged', (locale, text) => {
  expect(lintTerms(text, { locale })).toEqual([])
})

// Regression: the linter failed, because the parser gives such addresses no place in the text.
test.each(['[www.a.example]', '„www.a.example“', '[me@a.example]', '[https://a.example/'])(
  'an address that Markdown reads only as text is no fault: %s',
  (address) => {
    expect(lintTerms(`${WHOLE}\n\nSee ${address} and {{company.name}}.`)).toMatchObject([
      { rule: 'unfilled_placeholder', line: 3, column: address.length + 10 },
    ])
  },
)

describe('a faulty agreement', () => {
  const cases = Object.entries(FAULTY).flatMap(([rule, byLocale]) =>
    LOCALES.flatMap((locale) => (byLocale[locale] === undefined ? [] : [[rule, locale, byLocale[locale]] as const])),
  )

  test.each(cases)('breaks %s in %s, and no other rule', (rule, locale, faulty) => {
    expect(new Set(rulesOf(locale, faulty))).toEqual(new Set([rule]))
  })

  test('gets a warning when the screen shows its Markdown without formatting, unless a template wrote it', () => {
    const text = `You can withdraw.\n\n${'*a_ '.repeat(15_000)}`
    expect(lintTerms(text)).toContainEqual(expect.objectContaining({ rule: 'not_formatted', severity: 'warning' }))
    const template = { ...templateOf('en', 'rewards') }
    const tree = [...template.tree, ...Array.from({ length: 4000 }, () => ['p', ['a']] as const)]
    const input = { ...SHOPS.en, template: { ...template, tree } } as Parameters<typeof lintAgreement>[0]
    expect(isFormattable(compileTerms(defineAgreement(input)))).toBe(false)
    expect(lintAgreement(input).map((one) => one.rule)).not.toContain('not_formatted')
  })

  test('that is larger than a service accepts is reported at the place where it becomes too large', () => {
    const long = `${WHOLE}\n\n${'A sentence of words that ends.\n'.repeat(9_000)}`
    const [finding] = lintTerms(long).filter(({ rule }) => rule === 'too_long')
    expect(finding).toMatchObject({ severity: 'error', column: expect.any(Number), words: expect.stringContaining('sentence') })
    expect(finding?.line).toBeGreaterThan(6_000)
    expect(lintTerms('あ'.repeat(90_000), { locale: 'ja' }).map((one) => one.rule)).toContain('too_long')
  })

  /** 2 MB of lines in the full tier. */
  const LINES = countOf(23_000, 4000)

  test('is refused immediately above 2 MB, and read to its end below', () => {
    expect(lintTerms('x'.repeat(2 * 1024 * 1024 + 1)).map((one) => one.rule)).toEqual(['too_long'])
    const long = 'A sentence of words that is [linked](https://a.example) and ends. You can withdraw.\n'.repeat(LINES)
    expect(lintTerms(`${long}See {{company.name}}.`)).toContainEqual(
      expect.objectContaining({ rule: 'unfilled_placeholder', line: LINES + 1 }),
    )
  })
})

describe('a finding', () => {
  test('has file, line, column, rule and fix', () => {
    expect(lintTerms(`${WHOLE}\n\nSee {{company.name}}.`, { file: 'a.md' })).toEqual([
      {
        rule: 'unfilled_placeholder',
        severity: 'error',
        message: expect.any(String),
        fix: expect.any(String),
        words: '{{company.name}}',
        file: 'a.md',
        line: 3,
        column: 5,
      },
    ])
  })

  test('equals the finding of parseTemplate() for a faulty template', () => {
    const template = { ...templateOf('en', 'rewards'), tree: [['p', [['$', 'nothing']]]] as const }
    expect(lintAgreement({ ...SHOPS.en, template } as Parameters<typeof lintAgreement>[0])).toMatchObject([
      { rule: 'unfilled_placeholder' },
    ])
  })
})

describe('hostile text', () => {
  const SPOILT: readonly (readonly [what: string, text: string, rule: string])[] = [
    ['a Cyrillic letter within a word', 'Pay with p\u0430ypal.', 'corrupted_word'],
    ['a Cyrillic letter at the end of a word', 'We use the dat\u0430.', 'corrupted_word'],
    ['a Greek letter at the beginning of a word', 'We are \u03bfpen.', 'corrupted_word'],
    ...['\u200b', '\u2060', '\u00ad', '\ufeff'].map(
      (mark) =>
        [`U+${mark.charCodeAt(0).toString(16)}, which draws nothing`, `You ac${mark}cept this.`, 'invisible_character'] as const,
    ),
    ...['\u0007', '\u000b', '\u001b', '\u007f', '\u0085'].map(
      (mark) => [`the control U+${mark.charCodeAt(0).toString(16)}`, `You accept ${mark} this.`, 'invisible_character'] as const,
    ),
    ['a letter four times', 'You acccccept this.', 'corrupted_word'],
    ['a digit within a word', 'You acc3pt this.', 'corrupted_word'],
    ['a link to no heading', '[The fees](#nowhere) are none.', 'dead_reference'],
  ]

  test.each(SPOILT)('H1: %s is reported', (_, text, rule) => {
    expect(lintTerms(`${WHOLE}\n\n${text}\n`).map((one) => one.rule)).toEqual([rule])
  })

  test('words of two alphabets side by side, and a link to a heading, are allowed', () => {
    expect(
      lintTerms(
        '# The fees\n\nWrite to us. The license ends on May 1, 2031. You can withdraw from \u0434\u0430 and\tno. [See](#the-fees).\n',
      ),
    ).toEqual([])
  })

  const SIZE = countOf(2 * 1024 * 1024, 256 * 1024)
  const HOSTILE = [
    '{{',
    '](',
    '[[',
    'a',
    '${',
    '__A',
    '%A',
    'a.',
    '[INSERT',
    'train ',
    'a@',
    'مادة 1 ',
    '\n',
    '# a\n',
    '\\'.repeat(3),
  ]

  test.each(HOSTILE)(`H1: ${inTitle(SIZE)} letters of %j are read to their end, with a limited number of findings`, (piece) => {
    expect(lintTerms(piece.repeat(SIZE / piece.length)).length).toBeLessThanOrEqual(MAX_FINDINGS)
  })
})
