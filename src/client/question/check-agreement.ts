import { toLicetError } from '../../core/errors.ts'
import { compileDocument } from '../../terms/compile-terms.ts'
import { type CheckTerms, defineWith } from '../../terms/define-agreement.ts'
import type { Template } from '../../terms/index.ts'
import { isTermsSource } from '../../terms/is-terms-source.ts'
import { notLoadedError } from '../../terms/own-terms.ts'
import { toAgreementTexts } from '../agreement-texts.ts'
import type { CheckedAgreement, ServiceClientConfig } from '../config.ts'

/** Only its language is read while an agreement is invalid: it has no text. */
const NO_TEMPLATE = { name: '', version: '', locale: 'en', tree: [], words: {} } as unknown as Template

/**
 * Checks an agreement and writes its text. A wrong agreement is returned as `invalid`: a value that comes from a content management system
 * must not take down the host app.
 *
 * @param check Checks a contract of the company. A production build passes it later, when the code for it has loaded.
 */
export function checkAgreement(config: ServiceClientConfig, check?: CheckTerms): CheckedAgreement {
  try {
    const agreement = defineWith(config.agreement, check)
    // The provider loads the text. Until it arrives, a license counts, and nobody can agree.
    if (isTermsSource(agreement.terms) && !('loaded' in agreement.terms)) return { agreement, terms: '', invalid: notLoadedError() }
    const { text, tree } = compileDocument(agreement)
    return { agreement, terms: text, tree, invalid: undefined }
  } catch (error) {
    return {
      agreement: { ...toAgreementTexts(config), tags: [], template: NO_TEMPLATE },
      terms: '',
      invalid: toLicetError(error),
    }
  }
}
