import type { Tag, Usecase } from './vocabulary.ts'

/** The business that asks. */
export interface Company {
  /** The name that people know it by. */
  readonly name: string
  /** Its terms of service: an absolute https URL. */
  readonly termsUrl: string
  /** Its privacy policy: an absolute https URL. Its host is the default destination of the data. */
  readonly privacyUrl: string
  /** Postal address. */
  readonly address?: string | undefined
  /** Where people write to about their data: an e-mail address or an https URL. */
  readonly contact?: string | undefined
}

/** One purpose: a use case, where the data goes for it, and whether the agreement makes sense without it. */
export interface Purpose {
  /** What the data is used for: a known word, or one of the host’s own. */
  readonly usecase: Usecase
  /** Recipients, usually host names; `*` stands for all. */
  readonly destinations: readonly string[]
  /** A necessary purpose is shown, not asked; every other one is a choice of its own, off until the person turns it on. */
  readonly necessary: boolean
  /** Name in the language of the agreement, for a use case of the host's own. */
  readonly label?: string | undefined
  /** One plain sentence in the language of the agreement about what the company does. */
  readonly description?: string | undefined
}

/**
 * A data license as it is offered, whole and checked: who asks, for which data, for which purposes, to whom, until when, for what reward,
 * under which law. The prose, the summary and the license request all come from this one value.
 */
export interface Agreement {
  /** Language of the terms, a BCP 47 tag. */
  readonly locale: string
  /** Who asks. */
  readonly company: Company
  /** One sentence that says what the license is for. */
  readonly description: string
  /** The kinds of data. */
  readonly tags: readonly Tag[]
  /** What the data may be used for, and who receives it for that. */
  readonly purposes: readonly Purpose[]
  /** When it ends: RFC 3339 in UTC; `null` says that it has no end date. */
  readonly expiry: string | null
  /** What the person gets, in words; `null` says that there is no reward. */
  readonly compensation: string | null
  /** The law that applies, in words: `Ireland`, `the State of California`. */
  readonly jurisdiction: string
}
