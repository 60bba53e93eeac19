import { isolate } from '../core/direction.ts'
import type { Duration, DurationUnit } from '../core/duration.ts'
import { partsOf } from '../core/duration.ts'
import type { KnownTag } from '../core/tags.ts'
import type { KnownUsecase } from '../core/usecases.ts'
import type { DiffWords } from './diff/diff-words.ts'
import type { Clause } from './summary-order.ts'

/**
 * The words of one language for terms and summaries: names of the known words, dates, lists and sentences.
 *
 * Dates and lists are not written by `Intl`, because its output depends on the version of its data, and the signed text must not depend on
 * that version.
 */
export interface TemplateWords {
  /** A BCP 47 tag. */
  readonly locale: string
  /** Writing direction. */
  readonly direction: 'ltr' | 'rtl'
  /** Names of the kinds of data. */
  readonly tags: Readonly<Record<KnownTag, string>>
  /** Name of each use case, and what the company does, as the end of a sentence: `to count …`. */
  readonly usecases: Readonly<Record<KnownUsecase, readonly [label: string, description: string]>>
  /** Name and description of `*`, any use. */
  readonly everyUsecase: readonly [label: string, description: string]
  /** Name of `*`, any recipient. */
  readonly everyRecipient: string
  /** Joins items as the language lists them: `a, b and c`. */
  readonly list: (items: readonly string[]) => string
  /** A day. */
  readonly date: (year: number, month: number, day: number) => string
  /** A length of time after “for” or “after”, for example `12 months`. `count` is 1 or more. */
  readonly duration: (count: number, unit: DurationUnit) => string
  /** When a license ends, in a sentence after “it ends”: `12 months from the day you agree`. */
  readonly end: (duration: string) => string
  /** One sentence. `purposes` lists what the license permits. It is empty while the person has turned on no purpose. */
  readonly description: (company: string, data: string, purposes: string) => string
  /** Labels of the lines of the summary. */
  readonly clauses: Readonly<Record<Clause, string>>
  /** The sentences of the summary. */
  readonly summary: SummaryWords
  /** Sentences about a changed license. Default: the sentences of Licet in the language, or else in English. */
  readonly changes?: DiffWords | undefined
}

/** The sentences of the summary; see `summarize()`. */
export interface SummaryWords {
  /** The company that asks. */
  readonly parties: (company: string) => string
  /** Both arguments are lists in words. One of them may be empty. */
  readonly purposes: (necessary: string, optional: string) => string
  /** The end date. Without one the license lasts until it is withdrawn. */
  readonly duration: (date: string | undefined) => string
  /** The duration, for a license that counts from the day of the decision. */
  readonly lasting: (duration: string) => string
  /** For an agreement without a reward. */
  readonly noReward: string
  /** The law that applies. */
  readonly law: (jurisdiction: string) => string
  /** How to withdraw, with the contact when there is one. */
  readonly withdrawal: (contact: string | undefined) => string
  /** Whether data from before the agreement is part of the license. */
  readonly earlierData: Readonly<Record<'included' | 'excluded', string>>
  /** Whether the person keeps earned rewards after a withdrawal. */
  readonly earnedRewards: Readonly<Record<'kept' | 'lost', string>>
  /** What happens to the data after a withdrawal: deleted within a duration. */
  readonly deleted: (duration: string) => string
  /** What happens to the data after a withdrawal: everything that points to the person is removed. */
  readonly deidentified: string
  /** Nothing else changes for the person who declines. */
  readonly declineChangesNothing: string
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

/** Writes a duration in words: `12 months`. */
export function formatDuration(duration: Duration, words: TemplateWords): string {
  const [unit, count] = partsOf(duration)
  return words.duration(count, unit)
}

/** Isolates a value in a text of a language, as {@link isolate} does. */
export function isolateValue(value: string, words: TemplateWords): string {
  return isolate(value, words.direction)
}

/** Lists values in words, each isolated as {@link isolateValue} does. */
export function listValues(values: readonly string[], words: TemplateWords): string {
  return words.list(values.map((value) => isolateValue(value, words)))
}
