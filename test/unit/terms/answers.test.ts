import { describe, expect, test } from 'vitest'
import { isLicetError } from '../../../src/core/errors.ts'
import { type AgreementInput, compileTerms, defineAgreement, summarize } from '../../../src/terms/index.ts'
import { lintAgreement, parseTemplate } from '../../../src/terms/lint/index.ts'
import { formatDuration, isolateValue } from '../../../src/terms/words.ts'
import { ACME } from '../../fixtures/acme.ts'
import { ALL_TEMPLATES, templateOf } from '../../fixtures/templates.ts'

const TEMPLATES = ALL_TEMPLATES.map((template) => [`${template.locale}/${template.name}`, template] as const)

/** Each answer that an agreement may give, and the part of the summary that has it too. */
const ANSWERS: readonly (readonly [part: string, answer: Partial<AgreementInput>])[] = [
  ['withdrawal', { afterWithdrawal: { deletedWithin: { days: 30 } } }],
  ['withdrawal', { afterWithdrawal: 'deidentified' }],
  ['withdrawal', { afterWithdrawal: { text: 'Acme 0 totals' } }],
  ['duration', { earlierData: 'included' }],
  ['duration', { earlierData: 'excluded' }],
  ['reward', { earnedRewards: 'kept' }],
  ['reward', { earnedRewards: 'lost' }],
  ['parties', { declineChangesNothing: true }],
]

const linesOf = (input: AgreementInput) => compileTerms(defineAgreement(input)).split('\n')

describe('what people ask about a license', () => {
  test.each(TEMPLATES)('is answered with one sentence each in the terms and the summary of %s', (_, template) => {
    const input = { ...ACME, template }
    const silent = linesOf(input)
    const summary = summarize(defineAgreement(input))
    const sentences = ANSWERS.map(([part, answer]) => {
      const added = linesOf({ ...input, ...answer }).filter((line) => line !== '' && !silent.includes(line))
      expect(added, JSON.stringify(answer)).toHaveLength(1)
      const answered = summarize(defineAgreement({ ...input, ...answer }))
      const changed = answered.filter(({ text }, at) => text !== summary[at]?.text)
      expect(changed.map((line) => line.part)).toEqual([part])
      expect(changed[0]?.text).not.toMatch(/\.\.|。。/)
      return added[0]
    })
    expect(new Set(sentences).size).toBe(ANSWERS.length)
    const within = isolateValue(formatDuration({ days: 30 }, template.words), template.words)
    expect(sentences[0]).toContain(within)
    expect(sentences[2]).toContain('Acme 0 totals')
  })

  test.each(TEMPLATES)('can all be answered together in %s, and the linter finds no fault', (_, template) => {
    const purposes = ['analytics', { usecase: 'ai_training' }] as const
    const company = { ...ACME.company, contact: 'privacy@acme.example' }
    const input = { ...ACME, company, purposes, template, ...ALL }
    expect(lintAgreement(input).filter(({ severity }) => severity !== 'notice')).toEqual([])
  })

  test('is answered in the language of the terms', () => {
    const afterWithdrawal = { text: { en: 'we keep the totals.', es: 'guardamos los totales' } }
    expect(compileTerms(defineAgreement({ ...ACME, afterWithdrawal }))).toContain(
      'What happens to the data after you withdraw this license: we keep the totals.\n',
    )
    expect(compileTerms(defineAgreement({ ...ACME, afterWithdrawal, template: templateOf('es', 'rewards') }))).toContain(
      ': guardamos los totales.\n',
    )
  })

  test('does not contradict the loyalty template, which keeps points by the rules of the program', () => {
    const template = templateOf('en', 'loyalty')
    const text = (earnedRewards?: 'lost') => compileTerms(defineAgreement({ ...ACME, template, earnedRewards }))
    expect(text()).toContain('stay yours, as the rules of the program say')
    expect(text('lost')).not.toContain('stay yours')
    expect(text('lost')).not.toContain('The program and this license')
  })

  const WRONG: readonly (readonly [field: string, input: object])[] = [
    ['afterWithdrawal', { afterWithdrawal: 'deleted' }],
    ['afterWithdrawal', { afterWithdrawal: { deletedWithin: { days: 0 } } }],
    ['afterWithdrawal', { afterWithdrawal: { deletedWithin: { days: 30 }, text: 'and more' } }],
    ['afterWithdrawal.text', { afterWithdrawal: { text: '' } }],
    ['afterWithdrawal', { afterWithdrawal: { deletedwithin: { days: 30 } } }],
    ['earlierData', { earlierData: true }],
    ['earnedRewards', { earnedRewards: 'forfeited' }],
    ['earnedRewards', { earnedRewards: 'kept', compensation: null }],
    ['declineChangesNothing', { declineChangesNothing: 'yes' }],
  ]
  test.each(WRONG)('is refused with the field %s and the fix when the answer is wrong', (field, wrong) => {
    const fault = faultOf({ ...ACME, ...wrong } as AgreementInput)
    expect([fault?.field, fault?.message]).toEqual([field, expect.stringMatching(/Nothing was signed\. (?:Set|Did you mean)/)])
  })

  // Regression: a summary that promises what the signed text does not.
  test('is refused when the template has no place for the answer', () => {
    const { words } = templateOf('en', 'rewards')
    const clauses = ['parties', 'data', 'purposes', 'recipients', 'duration', 'reward', 'law', 'withdrawal']
    const bare = clauses.map((clause) => `## About ${clause} {#${clause}}\n`).join('\n')
    const template = parseTemplate(bare, { name: 'bare', locale: 'en', words })
    const places = ANSWERS.map(([, answer]) => {
      const fault = faultOf({ ...ACME, template, ...answer })
      return [fault?.field, /has no \{\{(.*)\}\}/.exec(fault?.message ?? '')?.[1]]
    })
    expect(places).toEqual(
      [
        'deletedWithin',
        '#deidentified',
        'afterWithdrawal',
        '#earlierData.included',
        '#earlierData.excluded',
        '#earnedRewards.kept',
        '#earnedRewards.lost',
        '#declineChangesNothing',
      ].map((place) => ['template', place]),
    )
  })

  test('stays the same when a checked agreement is checked again', () => {
    const agreement = defineAgreement({ ...ACME, ...ALL })
    expect(defineAgreement(agreement)).toEqual(agreement)
    expect(defineAgreement({ ...ACME, declineChangesNothing: false })).toEqual(defineAgreement(ACME))
  })
})

const ALL: Partial<AgreementInput> = {
  afterWithdrawal: { deletedWithin: { days: 30 } },
  earlierData: 'excluded',
  earnedRewards: 'kept',
  declineChangesNothing: true,
}

function faultOf(input: AgreementInput): { readonly field?: string | undefined; readonly message: string } | undefined {
  try {
    defineAgreement(input)
  } catch (error) {
    if (isLicetError(error)) return error
    throw error
  }
  return undefined
}
