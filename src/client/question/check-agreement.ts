import { type LicetError, toLicetError } from '../../core/errors.ts'
import type { CheckTerms } from '../../terms/define-agreement.ts'
import type { Template } from '../../terms/index.ts'
import { isPrepared } from '../../terms/prepared/is-prepared.ts'
import { type PreparedAgreement, readPrepared } from '../../terms/prepared/prepared-agreement.ts'
import { toAgreementTexts } from '../agreement-texts.ts'
import type { compileAgreement } from '../compiler.ts'
import type { AnyClientConfig, CheckedAgreement } from '../config.ts'

/** Only its language is read while an agreement is invalid: it has no text. */
const NO_TEMPLATE = { name: '', version: '', locale: 'en', tree: [], words: {} } as unknown as Template

/**
 * Checks an agreement and writes its text, unless it is prepared. A wrong agreement is returned as `invalid`: a value that comes from a content
 * management system must not take down the host app.
 *
 * @param compile Comes from `compiler.ts`. An argument, because the compiler imports the published file of this module.
 * @param check Checks a contract of the company. A production build passes it later, when the code for it has loaded.
 */
export function checkAgreement(config: AnyClientConfig, compile: typeof compileAgreement, check?: CheckTerms): CheckedAgreement {
  const { agreement } = config
  const checked = isPrepared(agreement) ? checkPrepared(agreement) : compile(agreement, check)
  if (!(checked instanceof Error)) return checked
  return {
    agreement: { ...toAgreementTexts(config), tags: [], template: NO_TEMPLATE },
    terms: '',
    tree: undefined,
    invalid: checked,
  }
}

function checkPrepared(prepared: PreparedAgreement): CheckedAgreement | LicetError {
  try {
    const agreement = readPrepared(prepared)
    return { agreement, terms: agreement.text, tree: agreement.tree, invalid: undefined }
  } catch (error) {
    return toLicetError(error)
  }
}
