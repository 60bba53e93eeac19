import { compileAgreement } from '../../client/compiler.ts'
import type { ServiceClientConfig } from '../../client/config.ts'
import { checkAgreement } from '../../client/question/check-agreement.ts'
import { checkOwnTerms } from '../../terms/check-own-terms.ts'
import type { AgreementInput } from '../../terms/index.ts'
import { report } from '../report.ts'
import type { Loaded } from './use-late.ts'

/** Checks a contract in the agreement of a production build. This module loads only for such a contract. */
export function checkContract(agreement: AgreementInput): Loaded<AgreementInput['terms']> {
  const { invalid } = checkAgreement({ agreement } as ServiceClientConfig, compileAgreement, checkOwnTerms)
  if (invalid === undefined) return { value: agreement.terms }
  // The first check reports what it finds.
  if (checkAgreement({ agreement } as ServiceClientConfig, compileAgreement).invalid === undefined) report(invalid)
  return { status: 'invalid', error: invalid }
}
