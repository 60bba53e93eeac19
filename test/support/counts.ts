/**
 * How much a run of the tests covers. All tiers run the same files.
 *
 * `quick` is for working: small counts, one service world, no server processes. `usual` is `npm test`: every behaviour once.
 * `full` is `npm run test:full`: every count and every combination.
 */
export type Tier = 'quick' | 'usual' | 'full'

// A page has no environment variables: vite.config.ts writes this one into the code.
const given: unknown = globalThis.process?.env?.LICET_TIER ?? import.meta.env?.LICET_TIER

/** The tier of this run. A plain `npx vitest` runs in the usual one. */
export const tier: Tier = given === 'quick' || given === 'full' ? given : 'usual'

export const isFull = tier === 'full'

/** Returns how often a test does something: the required count in the full tier, smaller ones in the others. */
export const countOf = (full: number, usual: number, quick: number = usual): number => ({ full, usual, quick })[tier]

/** Returns every case in the full tier, and those that `isUsual` picks in the others. */
export function casesOf<T>(cases: readonly T[], isUsual: (value: T, index: number) => boolean): readonly T[] {
  return isFull ? cases : cases.filter(isUsual)
}

/** Formats a count for a test title. The full tier lists the tests with a count of a thousand and more. */
export const inTitle = (count: number): string => count.toLocaleString('en')
