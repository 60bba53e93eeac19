import type { AfterWithdrawal, Agreement } from '../core/agreement.ts'
import { isDuration } from '../core/duration.ts'
import { isJsonObject } from '../core/json.ts'
import { type AgreementInput, MAX_TEXT_CHARS } from './agreement-input.ts'
import { checkLocalized, checkMembers, misconfigured } from './check-value.ts'
import type { Template } from './template.ts'

/** The optional answers of an agreement to what people ask about a license. */
type Answers = Pick<Agreement, 'afterWithdrawal' | 'earlierData' | 'earnedRewards' | 'declineChangesNothing'>

/** Checks the optional answers of an agreement: what happens to the data, from when data counts, the rewards, and declining. */
export function checkAnswers(input: AgreementInput): Answers {
  const { declineChangesNothing, compensation } = input
  if (declineChangesNothing !== undefined && typeof declineChangesNothing !== 'boolean')
    throw misconfigured('declineChangesNothing', 'is neither true nor false', 'Set it to true, or leave it out.')
  const earnedRewards = oneOf(input.earnedRewards, 'earnedRewards', ['kept', 'lost'])
  if (earnedRewards !== undefined && compensation === null)
    throw misconfigured('earnedRewards', 'is set, and compensation is null', 'Set compensation to the reward, or leave this out.')
  return {
    afterWithdrawal: input.afterWithdrawal === undefined ? undefined : checkAfterWithdrawal(input.afterWithdrawal),
    earlierData: oneOf(input.earlierData, 'earlierData', ['included', 'excluded']),
    earnedRewards,
    // `false` claims nothing, as a missing member does.
    declineChangesNothing: declineChangesNothing || undefined,
  }
}

function checkAfterWithdrawal(value: unknown): AfterWithdrawal {
  const field = 'afterWithdrawal'
  if (value === 'deidentified') return value
  if (isJsonObject(value) && Object.keys(value).length === 1) {
    const { deletedWithin, text } = checkMembers(value, `${field}.`, { deletedWithin: value.deletedWithin, text: value.text })
    if (text !== undefined) return { text: checkLocalized(text, `${field}.text`, MAX_TEXT_CHARS) }
    if (isJsonObject(deletedWithin) && isDuration(deletedWithin)) return { deletedWithin: { ...deletedWithin } }
  }
  throw misconfigured(
    field,
    'is not an answer that the terms can give',
    'Set it to { deletedWithin: { days: 30 } }, "deidentified", or { text: "…" } with your own words.',
  )
}

function oneOf<Word extends string>(value: unknown, field: string, words: readonly Word[]): Word | undefined {
  const found = words.find((word) => word === value)
  if (found !== undefined || value === undefined) return found
  throw misconfigured(
    field,
    'is not a known word',
    `Set it to ${words.map((word) => JSON.stringify(word)).join(' or ')}, or leave it out.`,
  )
}

/**
 * Checks that the template has a place for each optional answer of the agreement, and for its duration. Without the place, the summary would
 * promise what the signed text does not.
 *
 * @throws {LicetError} `invalid_configuration` with the placeholder or the section that the template lacks.
 */
export function checkPlaces(agreement: Agreement & { readonly template: Template }): void {
  const { expiry, afterWithdrawal, earlierData, earnedRewards, declineChangesNothing, template } = agreement
  const tree = JSON.stringify(template.tree)
  const demand = (name: string, isText: boolean, member: string) => {
    if (tree.includes(`["${isText ? '$' : '?'}","${name}"`)) return
    const place = isText ? `{{${name}}}` : `{{#${name}}}`
    throw misconfigured('template', `has no ${place}, so its text would not contain ${member}`, `Add it, or change ${member}.`)
  }
  if (isJsonObject(expiry)) demand('duration', true, 'expiry')
  if (afterWithdrawal === 'deidentified') demand('deidentified', false, 'afterWithdrawal')
  else if (afterWithdrawal !== undefined)
    demand('deletedWithin' in afterWithdrawal ? 'deletedWithin' : 'afterWithdrawal', true, 'afterWithdrawal')
  if (earlierData !== undefined) demand(`earlierData.${earlierData}`, false, 'earlierData')
  if (earnedRewards !== undefined) demand(`earnedRewards.${earnedRewards}`, false, 'earnedRewards')
  if (declineChangesNothing) demand('declineChangesNothing', false, 'declineChangesNothing')
}
