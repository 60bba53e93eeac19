import type { AgreementChange } from '../client/types.ts'
import type { Weight } from './client-fact.ts'

export function weighChange(_change: AgreementChange): Weight {
  return 'material'
}
