import type { Purpose } from './agreement.ts'
import type { LicenseUse } from './license.ts'

/** Returns whether the person turned on the optional purpose of a use case. */
export type IsGranted = (usecase: string) => boolean

/**
 * Returns whether a decision includes a purpose: each necessary one, and each optional one that the person turned on.
 *
 * Compares words exactly: an optional purpose `*` that is on includes no other optional purpose.
 */
export function isIncluded({ usecase, necessary }: Pick<Purpose, 'usecase' | 'necessary'>, isGranted: IsGranted): boolean {
  return necessary || isGranted(usecase)
}

/** Returns the purposes that a decision includes, in the order of the agreement; see {@link isIncluded}. */
export function includedPurposes(purposes: readonly Purpose[], isGranted: IsGranted): readonly Purpose[] {
  return purposes.filter((purpose) => isIncluded(purpose, isGranted))
}

/**
 * Returns the use cases of the optional purposes that a license names: the choices that the person made.
 *
 * `*` in a license permits every use, but the person did not choose `analytics` with it. With `coversUse()` a license for a necessary `*` would turn on
 * every optional purpose, and the next Accept would sign choices that the person never made.
 */
export function grantedIn(uses: readonly LicenseUse[], purposes: readonly Purpose[]): readonly string[] {
  const named = new Set(uses.flatMap(({ usecases }) => usecases))
  return purposes.filter(({ usecase, necessary }) => !necessary && named.has(usecase)).map(({ usecase }) => usecase)
}
