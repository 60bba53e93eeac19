import { MAX_WORD_CHARS } from './limits.ts'

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

/**
 * The known kinds of data (wire decisions, section 3).
 *
 * To add a tag, add a line here and one in each file of `tag-names/`. The vocabulary is open: a host app may use words of its own.
 */
export const TAGS = [
  'email_address',
  'phone_number',
  'physical_address',
  'contact_info',
  'health',
  'fitness',
  'payment_info',
  'credit_info',
  'financial_info',
  'precise_location',
  'coarse_location',
  'sensitive_info',
  'contacts',
  'messages',
  'photo_video',
  'audio',
  'gameplay_content',
  'customer_support',
  'user_content',
  'browsing_history',
  'search_history',
  'user_id',
  'device_id',
  'purchase_history',
  'product_interaction',
  'advertising_data',
  'usage_data',
  'crash_data',
  'performance_data',
  'diagnostic_data',
  'physical_receipt',
  'email_receipt',
] as const

/** A kind of data that has a name in every language. */
export type KnownTag = (typeof TAGS)[number]

/** A use case: a known word, or a custom word of the host app. */
export type Usecase = KnownUsecase | (string & Record<never, never>)

/** A kind of data: a known word, or a custom word of the host app. */
export type Tag = KnownTag | (string & Record<never, never>)

/** The word that permits every use case or every destination (interface, section 2.4). */
export const WILDCARD = '*'

/** The form of a use case, tag or destination on the wire: `*`, or 1 to 128 characters without white space, `*` and control characters. */
export const WORD: RegExp = /* @__PURE__ */ new RegExp(`^(?:\\*|[^\\s\\p{C}*]{1,${MAX_WORD_CHARS}})$`, 'u')
