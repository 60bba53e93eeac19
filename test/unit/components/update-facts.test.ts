import { describe, expect, it } from 'vitest'
import { updateFacts, withoutRepeats } from '../../../src/components/request/update-facts.ts'
import de from '../../../src/locales/de.ts'
import { en } from '../../../src/locales/en.ts'
import { createTranslator } from '../../../src/locales/format/translator.ts'
import { defineAgreement } from '../../../src/terms/index.ts'
import { ACME } from '../../fixtures/acme.ts'

const t = createTranslator(en, 'en')
const to = defineAgreement({ ...ACME, compensation: '300 points a month', expiry: null })
const from = {
  terms: '',
  tags: to.tags,
  uses: to.purposes.map(({ usecase, destinations }) => ({ usecases: [usecase], destinations })),
  company: to.company.name,
  reward: { compensation: '200 points a month', locale: 'en' },
}

describe('what would change', () => {
  // Regression: the sentence was there twice: "What you get: 200 points a month → 300 points a month."
  it('look: writes the words that both rewards share once', () => {
    expect(updateFacts({ from, to }, t)).toBe('Reward: 200 → 300 points a month.')
    expect(updateFacts({ from, to }, createTranslator(de, 'de'))).toBe('Gegenleistung: 200 → 300 points a month.')
  })

  // Regression: a license moved to another company without a word about it.
  it('names the company that would take the place of another one first', () => {
    expect(updateFacts({ from: { ...from, company: 'Old Acme' }, to }, t)).toBe(
      'Instead of Old Acme, Acme would have your permission. Reward: 200 → 300 points a month.',
    )
  })

  // Regression: "It now also asks for paper receipts" stood above the buttons before the person had decided anything.
  it('look: says what would happen, because nothing happens before the decision', () => {
    const facts = updateFacts({ from: { ...from, tags: [], uses: [] }, to }, t)
    expect(facts).toContain('Acme would also get your ')
    expect(facts).toContain('Your data would also be used for ')
    expect(facts).not.toMatch(/\bnow\b|\bgets\b/)
  })
})

describe('two values', () => {
  it.each([
    ['200 points a month', '300 points a month', '200', '300 points a month'],
    ['Up to 1,500 points', 'Up to 2,000 points', 'Up to 1,500', 'Up to 2,000 points'.replace('Up to ', '')],
    ['レシート1枚につき50ポイント', 'レシート1枚につき100ポイント', 'レシート1枚につき50', '100ポイント'],
    ['50 points for each receipt', '5 euros a month', '50 points for each receipt', '5 euros a month'],
    ['No reward', '50 points', 'No reward', '50 points'],
  ])('%s and %s are written as %s → %s', (before, after, first, second) => {
    expect(withoutRepeats(before, after)).toEqual({ before: first, after: second })
  })
})
