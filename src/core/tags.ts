/**
 * The known kinds of data (wire decisions, section 3).
 *
 * To add a tag, add a line here and one in each file of `tag-names/`. The vocabulary is open: a host app may use its own words.
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

/** A kind of data: a known word, or a custom word of the host app. */
export type Tag = KnownTag | (string & Record<never, never>)
