import type { Agreement, Purpose } from '../../core/agreement.ts'
import type { LicenseUse } from '../../core/license.ts'

/**
 * The purposes that a record or a request permits, each with its recipients there. Today's agreement may ask for others: it gives the names and
 * descriptions of those that it knows, and nothing else.
 *
 * @param offered The optional use cases that there were to choose; where that is not known, the agreement says which are optional.
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
      usecase,
      destinations: [...new Set(uses.flatMap((use) => (use.usecases.includes(usecase) ? use.destinations : [])))],
      necessary: offered === undefined ? known?.necessary === true : !offered.includes(usecase),
    }
  })
}
