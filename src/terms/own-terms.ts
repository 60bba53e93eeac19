import { LicetError } from '../core/errors.ts'
import type { LocalizedText } from '../core/localized-text.ts'
import { isTermsSource } from './is-terms-source.ts'
import type { TermsTree } from './tree.ts'

/**
 * A text of the company with its parsed document: the result of `prepareTerms()` of `licet/terms/markdown`. It is plain JSON, so a server or a
 * build makes it, and the browser loads no Markdown parser.
 */
export interface PreparedTerms {
  /** The Markdown, byte for byte what is signed. */
  readonly text: string
  /** The document to show. */
  readonly tree: TermsTree
}

/** The text of a contract: GitHub-flavored Markdown, or the same with its parsed document. */
export type ContractText = string | PreparedTerms

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
   * Loads the text. Return a text in the language of the interface, or `{ de: text }` for a text in another one. Runs again on retry and when
   * the network returns.
   */
  readonly load: (options: LoadTermsOptions) => Promise<ContractText | Readonly<Record<string, ContractText>>>
  /**
   * SHA3-256 of the text, base64url, as `licet terms hash` prints it, or one for each language. Another text is refused. Default: any text
   * counts.
   */
  readonly hash?: LocalizedText | undefined
  /** Identifies the text when `load` returns another one without another `hash`: a URL or a version. */
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
  readonly tree: TermsTree | undefined
}

/**
 * Returns the text of a contract in a language: the text for that tag, else for its language, else the first one. `undefined` before a source
 * has loaded it.
 *
 * @param plain Language of a text that has no tag.
 */
export function ownTextIn(terms: OwnTerms, locale: string, plain: string): OwnText | undefined {
  const content = isTermsSource(terms) ? ('loaded' in terms ? terms.loaded : undefined) : terms
  if (content === undefined) return undefined
  if (isContractText(content)) return toOwnText(content, plain)
  const [language = locale] = locale.split('-')
  const tag = [locale, language].find((one) => Object.hasOwn(content, one)) ?? Object.keys(content)[0] ?? plain
  return toOwnText(content[tag] ?? '', tag)
}

/** Returns every text of a contract, by its language; the name is empty for a text without a tag. */
export function ownTextsOf(terms: OwnTerms): readonly (readonly [locale: string, content: string | Partial<PreparedTerms>])[] {
  const content = isTermsSource(terms) ? ('loaded' in terms ? terms.loaded : {}) : terms
  return isContractText(content) ? [['', content]] : Object.entries(content)
}

/** Makes the error for a source whose text has not arrived. */
export function notLoadedError(): LicetError<'terms_unavailable'> {
  return new LicetError(
    'terms_unavailable',
    '`agreement.terms` is not loaded. Nothing is signed. Pass the result of `loadTerms()`.',
    { field: 'terms' },
  )
}

/** Returns whether a contract is one text without a language tag. */
export function isContractText(content: unknown): content is ContractText {
  return typeof content === 'string' || (typeof content === 'object' && content !== null && 'text' in content)
}

function toOwnText(content: ContractText, locale: string): OwnText {
  return typeof content === 'string' ? { text: content, locale, tree: undefined } : { ...content, locale }
}
