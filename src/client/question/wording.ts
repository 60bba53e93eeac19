import { textIn } from '../../core/localized-text.ts'
import type { DefinedAgreement, OwnTerms, Template } from '../../terms/index.ts'
import { isTermsSource } from '../../terms/is-terms-source.ts'
import { ownTextsOf } from '../../terms/own-terms.ts'

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
export function wordingOf(agreement: DefinedAgreement): Wording {
  const { locale, template, terms, company, tags, tagLabels, purposes, expiry, compensation, jurisdiction, description } = agreement
  const { afterWithdrawal: after, earlierData, earnedRewards, declineChangesNothing } = agreement
  const own = typeof after === 'object' && 'text' in after ? textIn(after.text, locale) : undefined
  const uses = purposes.map(({ usecase, destinations, necessary }) => [usecase, destinations, necessary])
  const labels = purposes.map((purpose) => [purpose.label, purpose.description])
  return {
    locale,
    content: JSON.stringify([
      [...toIdentity(terms, template), company, tags, uses, expiry, compensation === null],
      [own === undefined ? after : {}, earlierData, earnedRewards, declineChangesNothing],
    ]),
    words: JSON.stringify([compensation, jurisdiction, description, labels, own, ...(tagLabels ? [tagLabels] : [])]),
  }
}

/**
 * Returns what identifies the terms in every language: name and version of a template, or all texts of a contract of the company. Of a loaded
 * contract without hashes only one language is known, so that no other language counts as its translation.
 */
function toIdentity(terms: OwnTerms | undefined, { name, version }: Template): readonly unknown[] {
  if (terms === undefined) return [name, version]
  const texts = JSON.stringify(
    (isTermsSource(terms) && terms.hash) || ownTextsOf(terms).map(([tag, one]) => [tag, typeof one === 'string' ? one : one.text]),
  )
  // It recognizes a change. `checksum()` would load with every screen.
  let code = 0
  for (let at = 0; at < texts.length; at++) code = (Math.imul(code, 31) + texts.charCodeAt(at)) | 0
  return [texts.length, code]
}

/** The reward of an agreement, and the language of its text. */
export type Reward = Pick<DefinedAgreement, 'compensation' | 'locale'>

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
