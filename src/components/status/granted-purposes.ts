import type { Agreement, Purpose } from '../../core/agreement.ts'
import type { LicenseUse } from '../../core/license.ts'
import type { Usecase } from '../../core/usecases.ts'
import { isUnreadable } from '../request/is-unreadable.ts'

/**
 * Returns the purposes that a license or a request permits, with the recipients in it. Only names and descriptions come from the
 * current agreement, which may ask for other purposes.
 *
 * @param offered The optional use cases of the agreement at that time. Default: the optional use cases of the current agreement.
 */
export function grantedPurposes(
  uses: readonly LicenseUse[],
  agreement: Agreement,
  offered?: readonly string[],
): readonly Purpose[] {
  const usecases = [...new Set(uses.flatMap((use) => use.usecases))]
  return usecases.map((usecase) => {
    const known = agreement.purposes.find((purpose) => purpose.usecase === usecase)
    return {
      ...known,
      // A license may have words of an older agreement.
      usecase: usecase as Usecase,
      destinations: [...new Set(uses.flatMap((use) => (use.usecases.includes(usecase) ? use.destinations : [])))],
      // Without an agreement that can be read, no choice can be offered.
      necessary: offered === undefined ? isUnreadable(agreement) || known?.necessary === true : !offered.includes(usecase),
    }
  })
}
