import type { Company } from '../../core/agreement.ts'
import { textIn } from '../../core/localized-text.ts'
import { identifyContract } from '../../terms/own-terms.ts'
import { isPreparedText, type ReadyAgreement } from '../../terms/prepared/prepared-agreement.ts'

/** What the terms of an agreement say, for the comparison with the same terms in another language. */
export interface Wording {
  /** Language of the terms, a BCP 47 tag. */
  readonly locale: string
  /**
   * What is the same in every language: template and version or the texts of the company, company, data, purposes, end, whether there is a
   * reward, and the optional answers.
   */
  readonly content: string
  /** The words that the company wrote in this language: reward, law, description, labels, and what happens after a withdrawal. */
  readonly words: string
}

/** Returns the wording of an agreement. */
export function wordingOf(agreement: ReadyAgreement): Wording {
  const { locale, company, tags, tagLabels, purposes, expiry, compensation, jurisdiction, description } = agreement
  const { afterWithdrawal: after, earlierData, earnedRewards, declineChangesNothing } = agreement
  const own = typeof after === 'object' && 'text' in after ? textIn(after.text, locale) : undefined
  const uses = purposes.map(({ usecase, destinations, necessary }) => [usecase, destinations, necessary])
  const labels = purposes.map((purpose) => [purpose.label, purpose.description])
  return {
    locale,
    content: toJson([
      [...toIdentity(agreement), company, tags, uses, expiry, compensation === null],
      [own === undefined ? after : {}, earlierData, earnedRewards, declineChangesNothing],
    ]),
    words: toJson([compensation, jurisdiction, description, labels, own, ...(tagLabels ? [tagLabels] : [])]),
  }
}

/** Writes a list as `JSON.stringify()` does, even on a page whose lists have a `toJSON()`: old versions of Prototype.js add one. */
function toJson(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(toJson).join()}]` : (JSON.stringify(value) ?? 'null')
}

/** Returns what identifies the terms in every language: name and version of a template, or a contract of the company. */
function toIdentity(agreement: ReadyAgreement): readonly unknown[] {
  const { name, version } = agreement.template
  if (isPreparedText(agreement)) return agreement.contract ?? [name, version]
  return agreement.terms === undefined ? [name, version] : identifyContract(agreement.terms)
}

/** Returns the name of the company in the wording that the person decided on. */
export function companyOf([decided]: readonly Wording[] = []): string | undefined {
  const [terms]: readonly [readonly unknown[]] = decided ? JSON.parse(decided.content) : [[]]
  return terms.find(isCompany)?.name
}

function isCompany(value: unknown): value is Company {
  return typeof value === 'object' && value !== null && 'termsUrl' in value
}

/** The reward of an agreement, and the language of its text. */
export type Reward = Pick<ReadyAgreement, 'compensation' | 'locale'>

/** Returns the reward in the wording that the person decided on. */
export function rewardOf([decided]: readonly Wording[] = []): Reward | undefined {
  return decided && { compensation: JSON.parse(decided.words)[0], locale: decided.locale }
}

/**
 * Returns whether a wording is a translation of an agreement that the person decided on. Another text in the same language is a change.
 *
 * Words of the company cannot be compared across languages. They count as translated the first time; after that, other words in that
 * language are a change.
 *
 * @param known The wording that the person decided on, followed by the translations that they have seen.
 */
export function isTranslation(known: readonly Wording[] = [], wording: Wording): boolean {
  const [decided] = known
  if (decided === undefined || decided.locale === wording.locale || decided.content !== wording.content) return false
  const seen = known.find(({ locale }) => locale === wording.locale)
  return seen === undefined || seen.words === wording.words
}
