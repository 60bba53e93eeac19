/** Kind of a message. An icon shows it as well, because color alone is not enough. */
export type MessageVariant = 'note' | 'error' | 'done' | 'waiting'

/** Data attributes on the root of `StatusMessage`. */
export interface MessageDataAttributes {
  /** Kind of the message. */
  readonly 'data-variant': MessageVariant
}
