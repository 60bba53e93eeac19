import type { AfterWithdrawal, Agreement, Company } from '../core/agreement.ts'
import type { Duration } from '../core/duration.ts'
import type { LocalizedText } from '../core/localized-text.ts'
import type { KnownTag } from '../core/tags.ts'
import type { AnyUsecase } from '../core/usecases.ts'
import type { CustomWord } from '../core/words.ts'
import type { OwnTerms } from './own-terms.ts'
import type { Template } from './template.ts'

/** A kind of data: a known word, or a custom word that begins with `x-`. */
type TagWord = KnownTag | CustomWord

/**
 * A kind of data in the input: a word alone, or with its name. A custom word without a name is written as `gym visits` for `x-gym_visits`.
 */
export type TagInput = TagWord | { readonly tag: TagWord; readonly label?: LocalizedText | undefined }

/**
 * A purpose in the input: a use case alone, which is then necessary, or an object with options.
 *
 * A purpose that {@link defineAgreement} returned is accepted too.
 */
export type PurposeInput = AnyUsecase | PurposeOptions

/** A purpose with options. */
export interface PurposeOptions {
  /** What the data is used for: a known word, `*` for all, or a custom word, which begins with `x-`. */
  readonly usecase: AnyUsecase
  /**
   * Its name as it appears in the middle of a sentence, in the language of the terms or in each language. Default: the name that the
   * language has for the word.
   */
  readonly label?: LocalizedText | undefined
  /** What your company does, such as `to plan your next training`, in the language of the terms or in each language. */
  readonly description?: LocalizedText | undefined
  /** Default: the destinations of the agreement. */
  readonly destinations?: readonly string[] | undefined
  /** Whether the license requires the purpose. Default `false`: it is optional, and off until the person turns it on. */
  readonly necessary?: boolean | undefined
}

/** The input of {@link defineAgreement}: what to ask a person for. */
export interface AgreementInput {
  /** The company that asks: its name and two https URLs. */
  readonly company: Company
  /** The law that applies, in words, for example `Ireland`: one text, or one for each language of the terms. */
  readonly jurisdiction: LocalizedText
  /** Reward in words, or `null` for none: one text, or one for each language of the terms, `{ en: '10 points', es: '10 puntos' }`. */
  readonly compensation: LocalizedText | null
  /**
   * End of the license, or `null` for none. `{ months: 12 }`, or `days` or `years`, counts from the day of the decision, in UTC. An end
   * date is RFC 3339 in UTC.
   */
  readonly expiry: string | Duration | null
  /**
   * What happens to the collected data after a withdrawal: `{ deletedWithin: { days: 30 } }`, `'deidentified'`, or your own words as
   * `{ text: 'we keep the totals, and delete the rest' }`, without a full stop. Default: the terms promise nothing.
   */
  readonly afterWithdrawal?: AfterWithdrawal | undefined
  /**
   * Whether the license covers data from before the agreement: `'included'`, or `'excluded'` for data from then on only. Default: the terms
   * do not say.
   */
  readonly earlierData?: Agreement['earlierData']
  /**
   * Whether the person keeps earned rewards after a withdrawal: `'kept'`, or `'lost'` when unused rewards end. Requires `compensation`.
   * Default: the terms do not say.
   */
  readonly earnedRewards?: Agreement['earnedRewards']
  /** `true`: declining changes nothing else for the person, and the terms say so. Default: the terms do not say. */
  readonly declineChangesNothing?: boolean | undefined
  /**
   * One sentence about what the license is for. Default: written from the company, the data and the purposes. The record then includes the
   * purposes that the person turned on.
   */
  readonly description?: string | undefined
  /**
   * The question of the screen, such as `May we use your receipts?`: one text, or one for each language of the interface. Default: written
   * from the company and `subject`. It is not part of the text that is signed.
   */
  readonly title?: LocalizedText | undefined
  /**
   * What the data is, in your own words, such as `receipts`. The screen then asks "May Acme use your receipts?". Default: the kinds of data
   * when there are one or two.
   */
  readonly subject?: LocalizedText | undefined
  /**
   * The kinds of data: words, or objects with your own name, such as `{ tag: 'x-gym_visits', label: 'gym visits' }`. Default:
   * `purchase_history`, `physical_receipt`, `email_receipt`. A custom word begins with `x-`. Write a name as it appears in the middle of
   * a sentence.
   */
  readonly tags?: readonly TagInput[] | undefined
  /** Names of kinds of data, as {@link defineAgreement} returns them. Write them in `tags`. */
  readonly tagLabels?: Readonly<Record<string, LocalizedText>> | undefined
  /**
   * What the data may be used for. A bare word is necessary, an object is optional. Default: `analytics` and `attribution`, both necessary.
   */
  readonly purposes?: readonly PurposeInput[] | undefined
  /** Host names of the recipients, for each purpose that has no `destinations`. Default: the host of `company.privacyUrl`. */
  readonly destinations?: readonly string[] | undefined
  /** Names of recipients, by host name, such as `{ 'ads.example.com': 'AdCo, an advertising company' }`. The terms keep the host name. */
  readonly destinationLabels?: Readonly<Record<string, LocalizedText>> | undefined
  /**
   * Your own contract, in GitHub-flavored Markdown: a text, one for each language `{ en: '…', de: '…' }`, or a source that loads it. It is
   * shown and signed byte for byte. Default: the terms are written from `template`.
   */
  readonly terms?: OwnTerms | undefined
  /** Language of the text to take from `terms`, a BCP 47 tag. Default: the language of `template`. The React kit sets it. */
  readonly locale?: string | undefined
  /**
   * Language of a text in `terms` without a tag. Default: the language of `template`. The React kit sets it, because it translates the wording
   * of the summary.
   */
  readonly plainLocale?: string | undefined
  /**
   * The wording and language of the terms, from `licet/templates/*` or `parseTemplate()`. With `terms`, only its words are used, for the
   * description and the summary. Default: `en/rewards`.
   */
  readonly template?: Template | undefined
}

/** A checked agreement with its template. */
export interface DefinedAgreement extends Agreement {
  /** The kinds of data. */
  readonly tags: readonly TagWord[]
  /** The contract of the company. `undefined`: the terms are written from `template`. */
  readonly terms?: OwnTerms | undefined
  /** Language of a text in `terms` without a tag. */
  readonly plainLocale?: string | undefined
  /** The wording and language of the terms. */
  readonly template: Template
}

/** Longest name in an agreement, for example of the company or of a purpose. */
export const MAX_NAME_CHARS = 200

/** Longest sentence in an agreement, for example its description. */
export const MAX_TEXT_CHARS = 1000
