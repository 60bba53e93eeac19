import { LicetError } from '../core/errors.ts'
import { isJsonObject } from '../core/json.ts'
import { textIn } from '../core/localized-text.ts'
import type { AgreementInput, LoadedTerms, PreparedAgreement } from '../terms/index.ts'
import { isTermsSource } from '../terms/is-terms-source.ts'
import { isPrepared } from '../terms/prepared/is-prepared.ts'
import { checkOwnTerms, compileAgreement } from './compiler.ts'
import { hashText } from './sha3.ts'

/** Options of {@link loadTerms}. */
export interface LoadOptions {
  /** Language of the interface, a BCP 47 tag. Default: the language of the agreement's template, otherwise English. */
  readonly locale?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Loads the text of an agreement whose `terms` are a source, and returns the agreement with that text. Any other agreement is returned as it is.
 *
 * The React kit calls it automatically. Call it before you create a `ServiceClient`, and on a server.
 *
 * @throws {LicetError} `terms_changed` when the text does not match `hash`, `invalid_configuration` when the text cannot be signed; the error
 * of `load`
 * @example
 * const client = new ServiceClient({ ...config, agreement: await loadTerms(config.agreement) })
 */
export async function loadTerms<Input extends AgreementInput | PreparedAgreement>(
  agreement: Input,
  options: LoadOptions = {},
): Promise<Input> {
  if (isPrepared(agreement) || !isTermsSource(agreement.terms)) return agreement
  const { terms } = agreement
  // What is wrong without the text is known before a request.
  const known = compileAgreement(agreement, checkOwnTerms)
  if (known instanceof Error) throw known
  const locale = options.locale ?? agreement.template?.locale ?? 'en'
  const result: unknown = await terms.load({ locale, signal: options.signal ?? new AbortController().signal })
  const loaded = isJsonObject(result) ? result : { [locale]: result }
  const complete: AgreementInput = { ...agreement, terms: { ...terms, loaded } as LoadedTerms, locale }
  const checked = compileAgreement(complete, checkOwnTerms)
  if (checked instanceof Error) throw checked
  if (terms.hash !== undefined) assertHash(checked.terms, textIn(terms.hash, checked.agreement.locale))
  return complete as Input
}

function assertHash(text: string, expected: string): void {
  const hash = hashText(text)
  if (hash === expected) return
  throw new LicetError(
    'terms_changed',
    `The text of \`agreement.terms\` has the hash ${hash}, and \`terms.hash\` is ${expected}. Nobody can agree to it. Load the text that belongs to the hash, or set \`hash\` to the result of \`licet terms hash\`.`,
    { field: 'terms.hash' },
  )
}
