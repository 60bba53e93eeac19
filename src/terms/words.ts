import type { KnownTag, KnownUsecase } from '../core/vocabulary.ts'
import type { Clause } from './summary-order.ts'

/**
 * What one language needs to say an agreement: labels for the known words, dates, lists and the lines of the summary.
 *
 * Dates and lists are written here and not by `Intl`, whose output differs between versions of its data: the text is signed, so it is the
 * same everywhere.
 */
export interface TemplateWords {
  /** A BCP 47 tag. */
  readonly locale: string
  /** How the language is written. */
  readonly direction: 'ltr' | 'rtl'
  /** Labels of the kinds of data. */
  readonly tags: Readonly<Record<KnownTag, string>>
  /** Label, and what the company does, as the end of a sentence: `to count …`. */
  readonly usecases: Readonly<Record<KnownUsecase, readonly [label: string, description: string]>>
  /** Label and description of `*`, any use. */
  readonly everyUsecase: readonly [label: string, description: string]
  /** Label of `*`, any recipient. */
  readonly everyRecipient: string
  /** Joins items as the language lists them: `a, b and c`. */
  readonly list: (items: readonly string[]) => string
  /** A moment in UTC. `time` is `00:00`, with seconds only when they are not zero. */
  readonly date: (year: number, month: number, day: number, time: string) => string
  /** One sentence. `purposes` names the necessary ones and is empty when there are none. */
  readonly description: (company: string, data: string, purposes: string) => string
  /** Labels of the lines of the summary. */
  readonly clauses: Readonly<Record<Clause, string>>
  /** The sentences of the summary. */
  readonly summary: SummaryWords
}

/** The sentences of the summary, see `summarize()`. */
export interface SummaryWords {
  /** Who asks. */
  readonly parties: (company: string) => string
  /** Both are lists in words; either may be empty, never both. */
  readonly purposes: (necessary: string, optional: string) => string
  /** Until when; without a date, until it is withdrawn. */
  readonly duration: (date: string | undefined) => string
  /** There is no reward. */
  readonly noReward: string
  /** Which law applies. */
  readonly law: (jurisdiction: string) => string
  /** How to withdraw, and whom to write to where there is somebody. */
  readonly withdrawal: (contact: string | undefined) => string
}

/** Joins the names and explanations of `core/usecase-names/<language>.ts` to the pairs that {@link TemplateWords} holds. */
export function toUsecaseWords(
  names: Readonly<Record<KnownUsecase, string>>,
  explanations: Readonly<Record<KnownUsecase, string>>,
): TemplateWords['usecases'] {
  const pairs = Object.keys(names).map((usecase) => [
    usecase,
    [names[usecase as KnownUsecase], explanations[usecase as KnownUsecase]],
  ])
  return Object.fromEntries(pairs)
}

// Before anything that is kept apart already: one isolate within another would be marked on screen as a hidden character.
const OF_ANOTHER_DIRECTION = /^[^\u2068]*[^\p{sc=Arab}\p{sc=Hebr}\p{P}\s\u2068]/u

/** Keeps a value apart in a text that runs from right to left, so that it cannot reorder the sentence around it (UAX 9, FSI … PDI). */
export function isolateValue(value: string, words: TemplateWords): string {
  return words.direction === 'rtl' && OF_ANOTHER_DIRECTION.test(value) ? `\u2068${value}\u2069` : value
}
