import type { ServiceClientConfig } from '../client/index.ts'
import { type LicetError, toLicetError } from '../core/errors.ts'
import { type CheckTerms, defineWith } from '../terms/define-agreement.ts'
import { compileTerms, type DefinedAgreement, type Template } from '../terms/index.ts'
import { isTermsSource } from '../terms/is-terms-source.ts'
import { notLoadedError } from '../terms/own-terms.ts'
import { toUncheckedAgreement } from './unchecked-agreement.ts'

/** An agreement and its text; or what is known of an agreement that is `invalid`, without a text. */
interface CheckedAgreement {
  readonly agreement: DefinedAgreement
  readonly terms: string
  readonly invalid: LicetError | undefined
}

/** Only its language is read while an agreement is invalid: it has no text. */
const NO_TEMPLATE = { name: '', version: '', locale: 'en', tree: [], words: {} } as unknown as Template

/**
 * Checks an agreement and writes its text. In a production build, a wrong agreement is returned as `invalid`: a value that comes from a
 * content management system must not take down the host app.
 *
 * @param check Checks a contract of the company. Only a development build passes it: the check is for developers, and needs code.
 * @throws {LicetError} `invalid_configuration` and the like for a wrong agreement, in a development build
 */
export function checkAgreement(config: ServiceClientConfig, check?: CheckTerms): CheckedAgreement {
  try {
    const agreement = defineWith(config.agreement, check)
    // The provider loads the text. Until it arrives, a license counts, and nobody can agree.
    if (isTermsSource(agreement.terms) && !('loaded' in agreement.terms)) return { agreement, terms: '', invalid: notLoadedError() }
    return { agreement, terms: compileTerms(agreement), invalid: undefined }
  } catch (error) {
    if (process.env.NODE_ENV !== 'production') throw error
    return {
      agreement: { ...toUncheckedAgreement(config), tags: [], template: NO_TEMPLATE },
      terms: '',
      invalid: toLicetError(error),
    }
  }
}
