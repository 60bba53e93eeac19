import type { AgreementInput } from '../agreement-input.ts'
import type { PreparedAgreement } from './prepared-agreement.ts'

/** Returns whether an agreement of a configuration was prepared. */
export function isPrepared(agreement: AgreementInput | PreparedAgreement | undefined): agreement is PreparedAgreement {
  return typeof agreement === 'object' && agreement !== null && 'prepared' in agreement
}
