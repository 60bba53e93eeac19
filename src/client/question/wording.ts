import type { DefinedAgreement } from '../../terms/index.ts'

/** What the terms of an agreement say, for the comparison with the same terms in another language. */
export interface Wording {
  /** Language of the terms, a BCP 47 tag. */
  readonly locale: string
  /** What is the same in every language: template and version, company, data, purposes, end, and whether there is a reward. */
  readonly content: string
  /** The words that the company wrote in this language: reward, law, description and labels. */
  readonly words: string
}

/** Returns the wording of an agreement. */
export function wordingOf(agreement: DefinedAgreement): Wording {
  const { locale, template, company, tags, tagLabels, purposes, expiry, compensation, jurisdiction, description } = agreement
  const uses = purposes.map(({ usecase, destinations, necessary }) => [usecase, destinations, necessary])
  const labels = purposes.map((purpose) => [purpose.label, purpose.description])
  return {
    locale,
    content: JSON.stringify([template.name, template.version, company, tags, uses, expiry, compensation === null]),
    words: JSON.stringify([compensation, jurisdiction, description, labels, ...(tagLabels ? [tagLabels] : [])]),
  }
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
