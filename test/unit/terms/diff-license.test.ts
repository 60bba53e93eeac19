import { describe, expect, test } from 'vitest'
import type { License } from '../../../src/core/license.ts'
import { compareLicense } from '../../../src/terms/diff/compare-license.ts'
import { loadDiffWords } from '../../../src/terms/diff/diff-words.ts'
import { diffLicense, diffTerms, type LicenseLike, weighChange } from '../../../src/terms/diff/index.ts'
import {
  type AgreementInput,
  compileTerms,
  type DefinedAgreement,
  defineAgreement,
  toLicenseRequest,
} from '../../../src/terms/index.ts'
import { words as ar } from '../../../src/terms/languages/ar/words.ts'
import { words as es } from '../../../src/terms/languages/es/words.ts'
import { ACME } from '../../fixtures/acme.ts'
import { ALL_TEMPLATES, earlierVersionOf, templateOf } from '../../fixtures/templates.ts'
import { casesOf } from '../../support/counts.ts'

const BEFORE: AgreementInput = { ...ACME, tags: ['health', 'user_id'], purposes: ['analytics', { usecase: 'support' }] }
const compare = (after: Partial<AgreementInput>) => diffLicense(defineAgreement(BEFORE), defineAgreement({ ...BEFORE, ...after }))
const named = (name: string): Partial<AgreementInput> => ({ company: { ...ACME.company, name } })
const PAIRS = [
  'rewards',
  'terms-of-service',
  'changed-terms',
  'receipt-sharing',
  'ai-training',
  'research-donation',
  'loyalty',
  'checkout',
]
const LOCALES = [...new Set(ALL_TEMPLATES.map(({ locale }) => locale))]
const sentencesOf = (after: Partial<AgreementInput>) =>
  compare(after).changes.map(({ attribute, direction, weight, sentence }) => `${attribute} ${direction} ${weight}: ${sentence}`)

// Regression: a use that the person had left off was reported as a new choice, because a record has only the uses that are on.
test('experience 14: reports a new optional use only when the old choices are known and do not include it', () => {
  const before = defineAgreement({ ...ACME, purposes: ['analytics', { usecase: 'support' }] })
  const after = defineAgreement({ ...ACME, purposes: ['analytics', { usecase: 'support' }, { usecase: 'ai_training' }] })
  const terms = compileTerms(before)
  const { tags, uses, expiry } = toLicenseRequest(before, { ptr: 'user', origin: 'com.acme', terms, granted: [] })
  const record = { terms, tags, uses, ...(expiry !== undefined && { expiry }) }
  const sentences = (from: LicenseLike) => diffLicense(from, after).changes.map(({ sentence }) => sentence)
  expect(sentences(record)).toEqual([])
  expect(sentences({ ...record, offered: ['support'] })).toEqual(['You can now choose this use as well: training AI.'])
  expect(sentences({ ...record, offered: ['support', 'ai_training'] })).toEqual([])
})

describe('experience 14: a changed license', () => {
  const CASES: readonly (readonly [what: string, after: Partial<AgreementInput>, sentences: readonly string[]])[] = [
    ['that is the same', {}, []],
    [
      'with more data',
      { tags: ['health', 'user_id', 'contacts'] },
      ['data widened material: More data is asked for: address book.'],
    ],
    ['with less data', { tags: ['health'] }, ['data narrowed minor: This data is no longer part of it: user ID.']],
    [
      'with one more necessary use',
      { purposes: ['analytics', 'ai_training', { usecase: 'support' }] },
      ['uses widened material: The data may be used for more: training AI.'],
    ],
    [
      'with a choice that became necessary',
      { purposes: ['analytics', 'support'] },
      ['uses widened material: The data may be used for more: help when you ask.'],
    ],
    [
      'with one more use to choose',
      { purposes: ['analytics', { usecase: 'support' }, { usecase: 'ai_training' }] },
      ['uses changed minor: You can now choose this use as well: training AI.'],
    ],
    ['with every use', { purposes: ['*'] }, ['uses widened material: The data may be used for more: any purpose.']],
    [
      'with one more recipient',
      { destinations: ['acme.example', 'lab.example'] },
      ['recipients widened material: More may get the data: lab.example.'],
    ],
    [
      'with another recipient',
      { destinations: ['lab.example'] },
      [
        'recipients widened material: More may get the data: lab.example.',
        'recipients narrowed minor: These may no longer get the data: acme.example.',
      ],
    ],
    ['for everyone', { destinations: ['*'] }, ['recipients widened material: More may get the data: any company or person.']],
    [
      'that lasts longer',
      { expiry: '2028-12-31T00:00:00Z' },
      ['duration widened material: The license lasts longer, until 30 December 2028.'],
    ],
    ['without an end', { expiry: null }, ['duration widened material: The license no longer has an end date.']],
    [
      'that ends sooner',
      { expiry: '2027-01-01T00:00:00Z' },
      ['duration narrowed minor: The license ends sooner, on 31 December 2026.'],
    ],
    ['without a reward', { compensation: null }, ['reward narrowed material: You no longer get a reward.']],
    ['with another reward', { compensation: '5 points' }, ['reward changed material: The reward is now: 5 points.']],
    [
      'of another company',
      { company: { ...ACME.company, name: 'Other' } },
      ['parties changed material: Another company asks: Other.'],
    ],
    [
      'of the same company elsewhere',
      { company: { ...ACME.company, termsUrl: 'https://acme.example/new' } },
      ['parties changed minor: The details of Acme have changed.'],
    ],
    ...(['privacyUrl', 'address', 'contact'] as const).map(
      (member) =>
        [
          `of the same company with another ${member}`,
          { company: { ...ACME.company, [member]: 'https://acme.example/new' } },
          ['parties changed minor: The details of Acme have changed.'],
        ] as const,
    ),
    // The sentence ends with one full stop, even after a value that ends with one.
    ['with a reward that is a sentence', { compensation: '5 points.' }, ['reward changed material: The reward is now: 5 points.']],
    [
      'of another company with a short form',
      { company: { ...ACME.company, name: 'Other Inc.' } },
      ['parties changed material: Another company asks: Other Inc.'],
    ],
    [
      'with data from before the agreement',
      { earlierData: 'included' },
      ['data widened material: Data from before you agreed may now be part of it too.'],
    ],
    [
      'without earlier data',
      { earlierData: 'excluded' },
      ['data narrowed minor: Data from before you agreed is no longer part of it.'],
    ],
    ['that keeps rewards', { earnedRewards: 'kept' }, ['reward widened minor: You now keep earned rewards when you withdraw.']],
    [
      'that ends rewards',
      { earnedRewards: 'lost' },
      ['reward narrowed material: You may no longer keep earned rewards when you withdraw.'],
    ],
    [
      'that says what happens to the data',
      { afterWithdrawal: { deletedWithin: { days: 30 } } },
      ['withdrawal changed minor: The terms now say what happens to your data after you withdraw.'],
    ],
    ['that changes nothing for who declines', { declineChangesNothing: true }, []],
    ['under another law', { jurisdiction: 'France' }, ['law changed material: Another law applies: the law of France.']],
  ]

  test.each(CASES)('%s gets a sentence and a weight for each change', (_, after, sentences) => {
    expect(sentencesOf(after)).toEqual(sentences)
  })

  // Regression: a license kept no answer, so a promise to delete the data could disappear without a question.
  test.each(ALL_TEMPLATES.map((template) => [`${template.locale}/${template.name}`, template] as const))(
    'is asked for again when an answer in the agreed text of %s gets worse or disappears, and not for a new promise',
    (_, template) => {
      const input = { ...BEFORE, template }
      const weightsOf = (before: Partial<AgreementInput>, after: Partial<AgreementInput>) => {
        const [from, to] = [before, after].map((answer) => defineAgreement({ ...input, ...answer }))
        if (from === undefined || to === undefined) throw new Error('no agreement')
        const request = toLicenseRequest(from, { ptr: 'p', origin: 'com.acme', terms: compileTerms(from) })
        return [from, { ...request, offered: ['support'] }].map((old) => diffLicense(old, to).weight)
      }
      const month = { afterWithdrawal: { deletedWithin: { days: 30 } } }
      const year = { afterWithdrawal: { deletedWithin: { years: 1 } } }
      const worse: readonly (readonly [Partial<AgreementInput>, Partial<AgreementInput>])[] = [
        [month, year],
        [month, {}],
        [month, { afterWithdrawal: 'deidentified' }],
        [{ afterWithdrawal: 'deidentified' }, {}],
        [{ afterWithdrawal: { text: 'Acme 0' } }, {}],
        [{ afterWithdrawal: { text: 'Acme 0' } }, { afterWithdrawal: { text: 'Acme 1' } }],
        [{ earlierData: 'excluded' }, { earlierData: 'included' }],
        [{ earlierData: 'excluded' }, {}],
        [{}, { earlierData: 'included' }],
        [{ earnedRewards: 'kept' }, { earnedRewards: 'lost' }],
        [{ earnedRewards: 'kept' }, {}],
      ]
      for (const [before, after] of worse)
        expect([before, after, ...weightsOf(before, after)]).toEqual([before, after, 'material', 'material'])
      const better = [month, { afterWithdrawal: 'deidentified' }, { earlierData: 'excluded' }, { earnedRewards: 'kept' }] as const
      for (const after of better) {
        expect([after, ...weightsOf({}, after)]).toEqual([after, 'minor', 'minor'])
        expect([after, ...weightsOf(after, after)]).toEqual([after, 'none', 'none'])
      }
    },
  )

  test('gets a sentence for a new reward, and none when there is still no reward', () => {
    const before = defineAgreement({ ...BEFORE, compensation: null })
    const directions = (after: AgreementInput) =>
      diffLicense(before, defineAgreement(after)).changes.map(({ direction }) => direction)
    expect([directions(BEFORE), directions({ ...BEFORE, compensation: null })]).toEqual([['widened'], []])
  })

  test('is widened by a use that now goes to a recipient of another use', () => {
    const purposes = (second: string) => [
      { usecase: 'analytics' as const, necessary: true, destinations: ['a.example'] },
      { usecase: 'support' as const, necessary: true, destinations: [second] },
    ]
    const from = defineAgreement({ ...ACME, purposes: purposes('b.example') })
    const to = defineAgreement({
      ...ACME,
      purposes: [
        ...purposes('b.example').slice(0, 1),
        { usecase: 'support', necessary: true, destinations: ['b.example', 'a.example'] },
      ],
    })
    expect(diffLicense(from, to)).toMatchObject({ weight: 'material', changes: [{ attribute: 'uses', direction: 'widened' }] })
  })

  test('has sentences in the language of the reader', () => {
    const to = defineAgreement({ ...BEFORE, expiry: null })
    expect(diffLicense(defineAgreement(BEFORE), to, { words: es }).changes[0]?.sentence).toBe(
      'La licencia ya no tiene fecha de fin.',
    )
    expect(diffLicense(defineAgreement(BEFORE), to, { words: ar }).changes[0]?.sentence).toBe('لم يعد للترخيص تاريخ انتهاء.')
  })
})

describe('a stored license compared with a newer agreement', () => {
  const agreed = defineAgreement(BEFORE)
  const record: Pick<License, 'terms' | 'tags' | 'uses' | 'expiry'> = toLicenseRequest(agreed, {
    ptr: 'p',
    origin: 'com.acme',
    terms: compileTerms(agreed),
    granted: ['support'],
  })

  test('has no changes while the agreement is the same, for all choices', () => {
    expect(diffLicense(record, agreed)).toEqual({ changes: [], weight: 'none' })
  })

  test('shows that a use that was on is no longer part of the agreement', () => {
    expect(diffLicense(record, defineAgreement({ ...BEFORE, purposes: ['analytics'] })).changes).toMatchObject([
      { attribute: 'uses', direction: 'narrowed', weight: 'minor' },
    ])
  })

  test('shows that the reward has ended, and nothing when there was none', () => {
    const without = defineAgreement({ ...BEFORE, compensation: null })
    expect(diffLicense(record, without).changes).toMatchObject([
      { attribute: 'reward', weight: 'material', sentence: 'There is no reward.' },
    ])
    expect(diffLicense({ ...record, terms: compileTerms(without) }, without).weight).toBe('none')
  })

  test.each([
    ['reward', { compensation: '5 points' }],
    ['parties', { company: { ...ACME.company, name: 'Other' } }],
    ['law', { jurisdiction: 'France' }],
  ] as const)('shows a changed %s from its terms', (attribute, after) => {
    expect(diffLicense(record, defineAgreement({ ...BEFORE, ...after })).changes).toMatchObject([{ attribute, weight: 'material' }])
  })
})

// Regression: the change counted as new wording of the same license, because the old text contained the new value.
describe('a new value that is part of the old one', () => {
  const reward = { compensation: '10 points for each receipt' }
  const VALUES: readonly [what: string, was: Partial<AgreementInput>, is: Partial<AgreementInput>, attribute: string][] = [
    ['a tenth of the reward', reward, { compensation: '0 points for each receipt' }, 'reward'],
    ['the beginning of the reward', reward, { compensation: '10 points' }, 'reward'],
    ['the end of the reward', { compensation: '10 points for receipts' }, { compensation: 'receipts' }, 'reward'],
    ['the name of a kind of data as the reward', reward, { compensation: 'health' }, 'reward'],
    ['a part of a country', { jurisdiction: 'Northern Ireland' }, { jurisdiction: 'Ireland' }, 'law'],
    ['a country of two', { jurisdiction: 'Ireland and Wales' }, { jurisdiction: 'Ireland' }, 'law'],
    ['a country without its part', { jurisdiction: 'Ireland, Dublin' }, { jurisdiction: 'Ireland' }, 'law'],
    ['a company without its form', named('Acme Limited'), named('Acme'), 'parties'],
    ['the mother of a company', named('New Acme'), named('Acme'), 'parties'],
    ['a company of two words', named('Acme is the company that asks'), named('Acme'), 'parties'],
  ]

  // Every language, with other templates in each; the full tier has all.
  const templates = casesOf(ALL_TEMPLATES, (_, at) => at % 3 === 0)

  test.each(VALUES)('%s is material in the shipped templates of each language', (_, was, is, attribute) => {
    expect(new Set(templates.map(({ locale }) => locale))).toEqual(new Set(LOCALES))
    for (const template of templates) {
      const name = `${template.locale}/${template.name}`
      const [from, to] = [was, is].map((one) => defineAgreement({ ...BEFORE, template, ...one }))
      if (!from || !to) throw new Error('two agreements')
      const changes = (record: DefinedAgreement) =>
        diffLicense(toLicenseRequest(record, { ptr: 'p', origin: 'com.acme', terms: compileTerms(record) }), to).changes
      expect(changes(from), name).toMatchObject([{ attribute, weight: 'material' }])
      expect(changes(to), name).toEqual([])
    }
  })

  test.each(PAIRS)('is not reported in %s when only the text around it or the company details changed', (name) => {
    for (const locale of LOCALES) {
      const old = defineAgreement({ ...BEFORE, template: earlierVersionOf(templateOf(locale, name)) })
      const record = toLicenseRequest(old, { ptr: 'p', origin: 'com.acme', terms: compileTerms(old) })
      const company = { ...ACME.company, termsUrl: 'https://acme.example/new', contact: 'new@acme.example', address: '1 New Road' }
      expect(diffLicense(record, defineAgreement({ ...BEFORE, company, template: templateOf(locale, name) })).changes).toEqual([])
    }
  })

  test('is reported when the reward moved to another clause or beside another one', () => {
    const to = defineAgreement(BEFORE)
    const { terms, tags, uses, expiry } = toLicenseRequest(to, { ptr: 'p', origin: 'com.acme', terms: compileTerms(to) })
    const reward = `- ${ACME.compensation}\n`
    expect(terms).toContain(reward)
    const changes = (text: string) => diffLicense({ terms: text, tags, uses, ...(expiry !== undefined && { expiry }) }, to).changes
    expect(changes(terms.replace(reward, `${reward}- 5 points more\n`))).toMatchObject([{ attribute: 'reward' }])
    expect(changes(terms.replace(reward, `${reward}\nOnly in March.\n`))).toMatchObject([{ attribute: 'reward' }])
    expect(changes(terms.replace(reward, '- a thing\n').replace('## Which data', `${reward}\n## Which data`))).toMatchObject([
      { attribute: 'reward' },
    ])
  })
})

describe('the weight of a change', () => {
  const same = diffLicense(defineAgreement(BEFORE), defineAgreement(BEFORE))
  const wider = compare({ expiry: null })

  test('follows the change of the license, and is minor for new wording of the same license', () => {
    expect(weighChange(same, { same: true })).toBe('none')
    expect(weighChange(same, { same: false })).toBe('minor')
    expect(weighChange(wider, { same: false })).toBe('material')
  })

  test('can be raised by a declaration, and never lowered', () => {
    expect(weighChange(same, { same: false }, { declared: 'material' })).toBe('material')
    expect(weighChange(same, { same: true }, { declared: 'material' })).toBe('none')
    expect(weighChange(wider, { same: false }, { declared: 'minor' })).toBe('material')
  })
})

test('compareLicense() with one loaded language returns the sentences of diffLicense()', async () => {
  const [from, to] = [defineAgreement(BEFORE), defineAgreement({ ...BEFORE, tags: ['contacts'], compensation: '5 points' })]
  const terms = { clues: undefined, text: '' }
  for (const words of [es, ar, from.template.words]) {
    const sentences = await loadDiffWords(words.locale)
    expect(compareLicense(from, to, terms, words, sentences)).toEqual(diffLicense(from, to, { words }))
  }
})

describe('two versions of each template', () => {
  test.each(PAIRS)('%s have added, removed, moved and changed clauses for the same license', (name) => {
    for (const locale of LOCALES) {
      const template = templateOf(locale, name)
      const [from, to] = [
        defineAgreement({ ...ACME, template: earlierVersionOf(template) }),
        defineAgreement({ ...ACME, template }),
      ]
      const diff = diffTerms(compileTerms(from), compileTerms(to))
      const changes = new Set(diff.clauses.map((clause) => clause.change))
      expect([...changes].sort()).toEqual(['added', 'changed', 'removed', 'same'])
      expect(diff.clauses.some((clause) => clause.moved)).toBe(true)
      expect(weighChange(diffLicense(from, to), diff)).toBe('minor')
    }
  })
})
