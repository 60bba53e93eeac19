import type { KnownTag, KnownUsecase } from '../core/vocabulary.ts'
import type { Clause } from './template.ts'

/**
 * What one language needs to say an agreement: labels for the known words, dates, lists and the lines of the summary.
 *
 * Dates and lists are written here and not by `Intl`, whose output differs between versions of its data: the text is signed, so it is the
 * same everywhere.
 */
export interface Words {
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
  readonly tags: Readonly<Record<KnownTag, string>>
  /** Label, and what the company does, as the end of a sentence: `to count …`. */
  readonly usecases: Readonly<Record<KnownUsecase, readonly [label: string, description: string]>>
  readonly everyUsecase: readonly [label: string, description: string]
  readonly everyRecipient: string
  readonly list: (items: readonly string[]) => string
  /** A moment in UTC. `time` is `00:00`, with seconds only when they are not zero. */
  readonly date: (year: number, month: number, day: number, time: string) => string
  /** One sentence. `purposes` names the necessary ones and is empty when there are none. */
  readonly description: (company: string, data: string, purposes: string) => string
  readonly clauses: Readonly<Record<Clause, string>>
  readonly summary: SummaryWords
}

/** The sentences of the summary, see `summarize()`. */
export interface SummaryWords {
  readonly parties: (company: string) => string
  /** Both are lists in words; either may be empty, never both. */
  readonly purposes: (necessary: string, optional: string) => string
  readonly duration: (date: string | undefined) => string
  readonly noReward: string
  readonly law: (jurisdiction: string) => string
  readonly withdrawal: (contact: string | undefined) => string
}
