import type { AfterWithdrawal, Agreement } from '../core/agreement.ts'
import { isDuration } from '../core/duration.ts'
import { isJsonObject } from '../core/json.ts'
import { type AgreementInput, MAX_TEXT_CHARS } from './agreement-input.ts'
import { checkLocalized, misconfigured } from './check-value.ts'
import type { Template } from './template.ts'

/** The optional answers of an agreement to what people ask about a license. */
type Answers = Pick<Agreement, 'afterWithdrawal' | 'earlierData' | 'earnedRewards' | 'declineChangesNothing'>

/** Checks the optional answers of an agreement: what happens to the data, from when data counts, the rewards, and declining. */
export function checkAnswers(input: AgreementInput): Answers {
  const { afterWithdrawal, compensation } = input
  const earnedRewards = oneOf(input.earnedRewards, 'earnedRewards', ['kept', 'lost'])
  if (earnedRewards !== undefined && compensation === null)
    throw misconfigured('earnedRewards', 'is set without a reward', 'Set compensation, or leave it out.')
  return {
    afterWithdrawal: afterWithdrawal === undefined ? undefined : checkAfterWithdrawal(afterWithdrawal),
    earlierData: oneOf(input.earlierData, 'earlierData', ['included', 'excluded']),
    earnedRewards,
    // `false` claims nothing, as a missing member does.
    declineChangesNothing: oneOf(input.declineChangesNothing, 'declineChangesNothing', [true, false]) || undefined,
  }
}

function checkAfterWithdrawal(value: unknown): AfterWithdrawal {
  const field = 'afterWithdrawal'
  if (value === 'deidentified') return value
  if (isJsonObject(value) && Object.keys(value).length === 1) {
    const { deletedWithin, text } = value
    if (text !== undefined) return { text: checkLocalized(text, `${field}.text`, MAX_TEXT_CHARS) }
    if (isJsonObject(deletedWithin) && isDuration(deletedWithin)) return { deletedWithin: { ...deletedWithin } }
  }
  throw misconfigured(field, 'is not an answer', 'Set it to { deletedWithin: { days: 30 } }, "deidentified" or { text: "…" }.')
}

function oneOf<Word extends string | boolean>(value: unknown, field: string, words: readonly Word[]): Word | undefined {
  const found = words.find((word) => word === value)
  if (found !== undefined || value === undefined) return found
  throw misconfigured(field, 'is not an answer', `Set it to ${words.map((word) => JSON.stringify(word)).join(' or ')}.`)
}

/**
 * Checks that the template has a place for each optional answer of the agreement, and for its duration. Without the place, the summary would
 * promise what the signed text does not.
 *
 * @throws {LicetError} `invalid_configuration` with the placeholder or the section that the template lacks.
 */
export function checkPlaces(agreement: Agreement & { readonly template: Template }): void {
  const { expiry, afterWithdrawal: after, earlierData, earnedRewards, declineChangesNothing, template } = agreement
  const tree = JSON.stringify(template.tree)
  // The kind of the place, as in a template tree, and its name.
  const places = [
    isJsonObject(expiry) && '$duration',
    after && (after === 'deidentified' ? '?deidentified' : 'text' in after ? '$afterWithdrawal' : '$deletedWithin'),
    earlierData && `?earlierData.${earlierData}`,
    earnedRewards && `?earnedRewards.${earnedRewards}`,
    declineChangesNothing && '?declineChangesNothing',
  ]
  for (const place of places) {
    if (!place) continue
    const [kind, name] = [place.charAt(0), place.slice(1)]
    if (!tree.includes(`["${kind}","${name}"`))
      throw misconfigured('template', `has no {{${kind === '?' ? '#' : ''}${name}}}`, 'Add it to the text.')
  }
}
