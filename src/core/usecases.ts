/**
 * The known use cases, each with its nearest term of the Data Privacy Vocabulary 2 (wire decisions, section 3).
 *
 * To add a use case, add a line here and its entries in each file of `usecase-names/`. The vocabulary is open: a host app may use
 * words of its own.
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

/** A use case: a known word, or a custom word of the host app. */
export type Usecase = KnownUsecase | (string & Record<never, never>)
