import { toLicetError } from '../../core/errors.ts'
import { compileTerms, defineAgreement, type Template } from '../../terms/index.ts'
import { toAgreementTexts } from '../agreement-texts.ts'
import type { CheckedAgreement, ServiceClientConfig } from '../config.ts'

/** Only its language is read while an agreement is invalid: it has no text. */
const NO_TEMPLATE = { name: '', version: '', locale: 'en', tree: [], words: {} } as unknown as Template

/**
 * Checks an agreement and writes its text. A wrong agreement is returned as `invalid`: a value that comes from a content management system
 * must not take down the host app.
 */
export function checkAgreement(config: ServiceClientConfig): CheckedAgreement {
  try {
    return compileAgreement(config)
  } catch (error) {
    return {
      agreement: { ...toAgreementTexts(config), tags: [], template: NO_TEMPLATE },
      terms: '',
      invalid: toLicetError(error),
    }
  }
}

/**
 * Checks an agreement and writes its text.
 *
 * @throws {LicetError} `invalid_configuration` with the `field`; `unfilled_placeholder` and `invalid_template` for a template that does not fit
 */
export function compileAgreement(config: ServiceClientConfig): CheckedAgreement {
  const agreement = defineAgreement(config.agreement)
  return { agreement, terms: compileTerms(agreement), invalid: undefined }
}
