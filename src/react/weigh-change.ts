import type { AgreementChange } from '../client/types.ts'
import { diffLicense, type Weight, weighChange as weigh } from '../terms/diff-license.ts'
import type { DefinedAgreement } from '../terms/index.ts'

/** Says whether a change is told or asked for again. A module of its own: only someone with an outdated license loads the comparison. */
export function weighChange({ from }: AgreementChange, to: DefinedAgreement, terms: string, declared: Weight | undefined): Weight {
  const found = weigh(diffLicense(from, to), { same: from.terms === terms }, declared === undefined ? {} : { declared })
  // Something differs, or nobody would have asked; what no rule knows is told.
  return found === 'none' ? 'minor' : found
}
