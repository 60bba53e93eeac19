import type { Tag } from './tags.ts'
import type { Usecase } from './usecases.ts'

/** The company that asks for a license. */
export interface Company {
  /** The name that people know it by. */
  readonly name: string
  /** Its terms of service: an absolute https URL. */
  readonly termsUrl: string
  /** Its privacy policy: an absolute https URL. Its host is the default destination of the data. */
  readonly privacyUrl: string
  /** Postal address. */
  readonly address?: string | undefined
  /** Contact for questions about personal data: an e-mail address or an https URL. */
  readonly contact?: string | undefined
}

/** A purpose of an agreement: a use case, the recipients of the data, and whether the person may leave it off. */
export interface Purpose {
  /** What the data is used for: a known word, or a custom word of the host app. */
  readonly usecase: Usecase
  /** Recipients, usually host names. `*` stands for any recipient. */
  readonly destinations: readonly string[]
  /** Whether the license requires this purpose. An optional purpose is off until the person turns it on. */
  readonly necessary: boolean
  /** Name in the language of the agreement. A custom use case needs one. */
  readonly label?: string | undefined
  /** One sentence in the language of the agreement about what the company does. */
  readonly description?: string | undefined
}

/**
 * A checked data license before the person decides: company, data, purposes, recipients, end date, reward and law.
 *
 * The terms, the summary and the license request are all made from this value, so they cannot disagree.
 */
export interface Agreement {
  /** Language of the terms, a BCP 47 tag. */
  readonly locale: string
  /** The company that asks. */
  readonly company: Company
  /** One sentence that states what the license is for. */
  readonly description: string
  /** The kinds of data. */
  readonly tags: readonly Tag[]
  /** What the data may be used for, and its recipients. */
  readonly purposes: readonly Purpose[]
  /** End date: RFC 3339 in UTC, or `null` for none. */
  readonly expiry: string | null
  /** Reward in words, or `null` for none. */
  readonly compensation: string | null
  /** The law that applies, in words, for example `Ireland` or `the State of California`. */
  readonly jurisdiction: string
}
