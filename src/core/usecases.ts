import type { CustomWord, WILDCARD } from './words.ts'

/**
 * The known use cases, each with its nearest term of the Data Privacy Vocabulary 2 (wire decisions, section 3).
 *
 * To add a use case, add a line here and its entries in each file of `usecase-names/`. The vocabulary is open: a host app may use its own
 * words.
 */
export const DPV_PURPOSES = {
  attribution: 'dpv:Advertising',
  retargeting: 'dpv:TargetedAdvertising',
  personalization: 'dpv:Personalisation',
  ai_training: 'dpv:ResearchAndDevelopment',
  // The vocabulary has no term for it.
  distribution: 'dpv:Purpose',
  analytics: 'dpv:ServiceUsageAnalytics',
  support: 'dpv:CustomerCare',
} as const

/** A use case that has a name in every language. */
export type KnownUsecase = keyof typeof DPV_PURPOSES

/** The use cases that have a name in every language. */
export const USECASES = /* @__PURE__ */ Object.keys(DPV_PURPOSES) as readonly KnownUsecase[]

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
