import type { AgreementInput } from '../terms/index.ts'

/**
 * Returns an agreement as it is, with its type: an editor completes its members and its words, and TypeScript reports a mistyped one.
 *
 * It checks nothing when it runs, so a page loads nothing for it. The provider checks the agreement. `defineAgreement()` of `licet/terms`
 * checks it immediately, for a server or a test.
 *
 * @example
 * export const agreement = defineAgreement({
 *   company: { name: 'Acme', termsUrl: 'https://acme.example/terms', privacyUrl: 'https://acme.example/privacy' },
 *   jurisdiction: 'Ireland',
 *   tags: ['purchase_history'],
 *   purposes: ['analytics', { usecase: 'personalization' }],
 *   compensation: '200 points a month',
 *   expiry: { months: 12 },
 * })
 */
export function defineAgreement(agreement: AgreementInput): AgreementInput {
  return agreement
}
