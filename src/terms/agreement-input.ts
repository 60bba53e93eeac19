import type { Agreement, Company, Purpose } from '../core/agreement.ts'
import type { KnownTag } from '../core/tags.ts'
import type { KnownUsecase, Usecase } from '../core/usecases.ts'
import type { WILDCARD } from '../core/words.ts'
import type { Template } from './template.ts'

/** A use case in the input: a known word, `*` for all, or a custom word that begins with `x-`. */
type UsecaseInput = KnownUsecase | typeof WILDCARD | CustomWord

/** A custom word. */
export type CustomWord = `x-${string}`

/** A kind of data in the input: a known word, or a custom word that begins with `x-`. */
type TagInput = KnownTag | CustomWord

/** Options of a purpose. */
interface PurposeOptions {
  /** Default: the destinations of the agreement. */
  readonly destinations?: readonly string[] | undefined
  /** Whether the license requires the purpose. Default `false`: it is optional, and off until the person turns it on. */
  readonly necessary?: boolean | undefined
  /** One sentence in the language of the terms about what your company does. */
  readonly description?: string | undefined
}

/**
 * A purpose in the input: a use case alone, which is then necessary, or an object with options.
 *
 * With a `label` the use case may be any word. A purpose that {@link defineAgreement} returned is accepted too.
 */
export type PurposeInput =
  | UsecaseInput
  | (PurposeOptions & { readonly usecase: UsecaseInput; readonly label?: string | undefined })
  | (PurposeOptions & { readonly usecase: Usecase; readonly label: string })
  | Purpose

/** The input of {@link defineAgreement}: what to ask a person for. */
export interface AgreementInput {
  /** The company that asks: its name and two https URLs. */
  readonly company: Company
  /** The law that applies, in words, for example `Ireland`. */
  readonly jurisdiction: string
  /** Reward in words, or `null` for none. */
  readonly compensation: string | null
  /** End date: RFC 3339 in UTC, or `null` for none. */
  readonly expiry: string | null
  /** One sentence that states what the license is for. Default: written from company, data and necessary purposes. */
  readonly description?: string | undefined
  /** The kinds of data. Default: `purchase_history`, `physical_receipt`, `email_receipt`. A custom word begins with `x-`. */
  readonly tags?: readonly TagInput[] | undefined
  /** What the data may be used for. A bare word is necessary, an object is optional. Default: `analytics` and `attribution`, both necessary. */
  readonly purposes?: readonly PurposeInput[] | undefined
  /** Host names of the recipients, for each purpose without its own. Default: the host of `company.privacyUrl`. */
  readonly destinations?: readonly string[] | undefined
  /** The wording and language of the terms, from `licet/templates/*` or `parseTemplate()`. Default: `en/rewards`. */
  readonly template?: Template | undefined
}

/** A checked agreement with its template. */
export interface DefinedAgreement extends Agreement {
  /** The kinds of data. */
  readonly tags: readonly TagInput[]
  /** The wording and language of the terms. */
  readonly template: Template
}

/** Longest name in an agreement, for example of the company or of a purpose. */
export const MAX_NAME_CHARS = 200

/** Longest sentence in an agreement, for example its description. */
export const MAX_TEXT_CHARS = 1000
