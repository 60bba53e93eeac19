import { type LicetError, toLicetError } from '../../core/errors.ts'
import { compileDocument } from '../../terms/compile-terms.ts'
import { type CheckTerms, defineWith } from '../../terms/define-agreement.ts'
import type { AgreementInput } from '../../terms/index.ts'
import { isTermsSource } from '../../terms/is-terms-source.ts'
import { notLoadedError } from '../../terms/own-terms.ts'
import type { CheckedAgreement } from '../config.ts'

/**
 * Checks an agreement and writes its text. Returns the error if the agreement is invalid.
 *
 * @param check Checks a contract of the company. Without it, the contract is taken as it is.
 */
export function compileAgreement(input: AgreementInput, check?: CheckTerms): CheckedAgreement | LicetError {
  try {
    const agreement = defineWith(input, check)
    // The provider loads the text. Until it arrives, a license counts, and nobody can agree.
    if (isTermsSource(agreement.terms) && !('loaded' in agreement.terms))
      return { agreement, terms: '', tree: undefined, invalid: notLoadedError() }
    const { text, tree } = compileDocument(agreement)
    return { agreement, terms: text, tree, invalid: undefined }
  } catch (error) {
    return toLicetError(error)
  }
}
