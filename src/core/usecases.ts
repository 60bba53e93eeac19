import type { CustomWord, WILDCARD } from './words.ts'

/**
 * The known use cases (wire decisions, section 3). `terms/records/usecase-terms.ts` has their terms in other vocabularies.
 *
 * To add a use case, add a line here and its entries in each file of `usecase-names/`. The vocabulary is open: a host app may use its own
 * words.
 */
export const USECASES = [
  'attribution',
  'retargeting',
  'personalization',
  'ai_training',
  'generative_ai',
  'ai_inference',
  'distribution',
  'analytics',
  'support',
] as const

/** A use case that has a name in every language. */
export type KnownUsecase = (typeof USECASES)[number]

/** A use case that an agreement may have: a known word, `*` for all, or a custom word, which begins with `x-`. */
export type AnyUsecase = KnownUsecase | typeof WILDCARD | CustomWord

/**
 * The types of the host app. With its agreement, `permits()` and `ConsentGate` accept the custom words of that agreement and no others.
 *
 * @example
 * const agreement = { company, jurisdiction: 'Ireland', compensation: null, expiry: null, purposes: ['x-coaching'] } as const
 * declare module 'licet' {
 *   interface Register {
 *     agreement: typeof agreement
 *   }
 * }
 */
// biome-ignore lint/suspicious/noEmptyInterface: the host app declares its member
export interface Register {}

type WordOf<Purpose> = Purpose extends { readonly usecase: infer Word } ? Word : Purpose

type RegisteredUsecase = Register extends { readonly agreement: { readonly purposes: readonly (infer Purpose)[] } }
  ? Extract<WordOf<Purpose>, CustomWord>
  : CustomWord

/** A use case: a known word, `*` for all, or a custom word. With {@link Register}, the custom words come from the agreement. */
export type Usecase = KnownUsecase | typeof WILDCARD | RegisteredUsecase
