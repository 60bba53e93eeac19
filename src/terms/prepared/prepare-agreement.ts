import type { AgreementInput } from '../agreement-input.ts'
import { isTermsSource } from '../is-terms-source.ts'
import { isPrepared } from './is-prepared.ts'
import { PREPARED_FORMAT, type PreparedAgreement, type PreparedText } from './prepared-agreement.ts'

/** Options of {@link prepareAgreement}. */
export interface PrepareAgreementOptions {
  /**
   * The languages to prepare, as BCP 47 tags. The first one is used for a language that is missing. Default: the languages of a contract in
   * `terms`, otherwise the language of `template`.
   */
  readonly locales?: readonly string[] | undefined
}

/**
 * Checks an agreement and writes its text, on a server or in a build. The result is plain data: pass it instead of the agreement, for
 * example as a prop of a client component. The browser then loads no compiler, template or Markdown parser, and signs the same bytes.
 *
 * A prepared agreement is returned as it is.
 *
 * @throws {LicetError} like `defineAgreement()` and `compileTerms()`; `terms_unavailable` for a contract whose text has not loaded: pass the
 * result of `loadTerms()`. `invalid_configuration` with the `field` `description` for more than eight optional purposes without a description.
 * @example
 * const agreement = await prepareAgreement(config.agreement, { locales: ['en', 'de'] })
 */
export async function prepareAgreement(
  agreement: AgreementInput | PreparedAgreement,
  { locales }: PrepareAgreementOptions = {},
): Promise<PreparedAgreement> {
  if (isPrepared(agreement)) return agreement
  // A program that uses another part of this module loads no parser.
  const { prepareText } = await import('./prepare-text.ts')
  const languages: Record<string, PreparedText> = {}
  for (const locale of locales ?? languagesOf(agreement)) languages[locale] = await prepareText(agreement, locale)
  return { prepared: PREPARED_FORMAT, languages }
}

function languagesOf({ terms, template }: AgreementInput): readonly string[] {
  const plain = template?.locale ?? 'en'
  if (terms === undefined || typeof terms === 'string') return [plain]
  if (!isTermsSource(terms)) return Object.keys(terms)
  return 'loaded' in terms ? Object.keys(terms.loaded) : [plain]
}
