import { LicetError } from '../core/errors.ts'
import type { LocalizedText } from '../core/localized-text.ts'
import { findTag } from './by-language.ts'
import { isTermsSource } from './is-terms-source.ts'

/** The text of a contract: GitHub-flavored Markdown. */
export type ContractText = string

/** Options of {@link TermsSource.load}. */
export interface LoadTermsOptions {
  /** Language of the interface, a BCP 47 tag. */
  readonly locale: string
  /** Aborts when nobody waits for the text any longer. */
  readonly signal: AbortSignal
}

/** A source that loads the text of the terms, for example from a content management system. */
export interface TermsSource {
  /**
   * Loads the text. Return a text in the language of the interface, or `{ de: text }` for a text in another language. Runs again on retry
   * and when the network returns.
   */
  readonly load: (options: LoadTermsOptions) => Promise<ContractText | Readonly<Record<string, ContractText>>>
  /**
   * SHA3-256 of the text, base64url, as `licet terms hash` prints it, or one for each language. Another text is refused. Default: any text
   * is accepted.
   */
  readonly hash?: LocalizedText | undefined
  /** A URL or a version that changes when `load` has to return another text and `hash` stays the same or is not set. */
  readonly key?: string | undefined
}

/** A source whose text has arrived. */
export interface LoadedTerms extends TermsSource {
  /** The text, by its language. */
  readonly loaded: Readonly<Record<string, ContractText>>
}

/** The contract of a company: a text, one for each language, or a source that loads it. */
export type OwnTerms = ContractText | Readonly<Record<string, ContractText>> | TermsSource | LoadedTerms

/** A text of the company and its language. */
export interface OwnText {
  readonly text: string
  readonly locale: string
}

/** Identifies a contract of the company in all its languages. */
export type ContractId = readonly [length: number, code: number]

/**
 * Returns the text of a contract in a language: the text for that tag, else for its language, else the first one. `undefined` before a source
 * has loaded it.
 *
 * @param plain Language of a text that has no tag.
 */
export function ownTextIn(terms: OwnTerms, locale: string, plain: string): OwnText | undefined {
  const content = isTermsSource(terms) ? ('loaded' in terms ? terms.loaded : undefined) : terms
  if (content === undefined) return undefined
  if (typeof content === 'string') return { text: content, locale: plain }
  const tags = Object.keys(content)
  const tag = findTag(tags, locale) ?? tags[0] ?? plain
  return { text: content[tag] ?? '', locale: tag }
}

/** Returns every text of a contract, by its language; the name is empty for a text without a tag. */
export function ownTextsOf(terms: OwnTerms): readonly (readonly [locale: string, text: string])[] {
  const content = isTermsSource(terms) ? ('loaded' in terms ? terms.loaded : {}) : terms
  return typeof content === 'string' ? [['', content]] : Object.entries(content)
}

/**
 * Returns what identifies a contract in every language: all its texts. Of a loaded contract without hashes only one language is known, so
 * that no other language counts as its translation.
 */
export function identifyContract(terms: OwnTerms): ContractId {
  const texts = JSON.stringify((isTermsSource(terms) && terms.hash) || ownTextsOf(terms))
  // It recognizes a change. `checksum()` would load with every screen.
  let code = 0
  for (let at = 0; at < texts.length; at++) code = (Math.imul(code, 31) + texts.charCodeAt(at)) | 0
  return [texts.length, code]
}

/** Makes the error for a source whose text has not arrived. */
export function notLoadedError(): LicetError<'terms_unavailable'> {
  return new LicetError(
    'terms_unavailable',
    '`agreement.terms` is not loaded. Nothing is signed. Pass the result of `loadTerms()`.',
    { field: 'terms' },
  )
}
