import type { Duration } from './duration.ts'
import type { LocalizedText } from './localized-text.ts'
import type { Tag } from './tags.ts'
import type { Usecase } from './usecases.ts'

/** The company that asks for a license. */
export interface Company {
  /** The name that people know it by. */
  readonly name: string
  /** The name in the register of companies, such as `Pomelo Markets Ltd`. The screen shows it below the name. */
  readonly legalName?: string | undefined
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
  /** Its name, in the language of the agreement or in each language. */
  readonly label?: LocalizedText | undefined
  /** One sentence about what the company does, in the language of the agreement or in each language. */
  readonly description?: LocalizedText | undefined
}

/**
 * What happens to the collected data after the person withdraws: it is deleted within a time, it is de-identified, or something else, in the
 * words of the company.
 */
export type AfterWithdrawal = { readonly deletedWithin: Duration } | 'deidentified' | { readonly text: LocalizedText }

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
  /** One sentence about what the license is for. If the app does not set it, Licet lists the necessary purposes. */
  readonly description: string
  /** The question of the screen, in the words of the company. It is not part of the text that is signed. */
  readonly title?: LocalizedText | undefined
  /** What the data is, in the words of the company, for the question of the screen: "May Acme use your receipts?" */
  readonly subject?: LocalizedText | undefined
  /** The kinds of data. */
  readonly tags: readonly Tag[]
  /** The names that the company gives to kinds of data, by tag. All others have the name that Licet gives them. */
  readonly tagLabels?: Readonly<Record<string, LocalizedText>> | undefined
  /** The names of recipients, by destination. On screen they replace the host name. */
  readonly destinationLabels?: Readonly<Record<string, LocalizedText>> | undefined
  /** What the data may be used for, and its recipients. */
  readonly purposes: readonly Purpose[]
  /** End date: RFC 3339 in UTC, a duration from the day of the decision, or `null` for none. */
  readonly expiry: string | Duration | null
  /** Reward in words, or `null` for none. */
  readonly compensation: string | null
  /** The law that applies, in words, for example `Ireland` or `the State of California`. */
  readonly jurisdiction: string
  /** What happens to the collected data after the person withdraws. If it is missing, the terms promise nothing about it. */
  readonly afterWithdrawal?: AfterWithdrawal | undefined
  /** Whether data from before the agreement is part of the license. If it is missing, the terms do not say. */
  readonly earlierData?: 'included' | 'excluded' | undefined
  /** Whether the person keeps earned rewards after withdrawing. If it is missing, the terms do not say. */
  readonly earnedRewards?: 'kept' | 'lost' | undefined
  /** `true`: nothing else changes for the person who declines, and the terms say so. */
  readonly declineChangesNothing?: boolean | undefined
}
