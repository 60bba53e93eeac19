/** Values of `data-variant` on a message: what it is about, never said by color alone. */
export const MESSAGE_VARIANTS = ['note', 'error', 'done', 'waiting'] as const

/** What a message is about. */
export type MessageVariant = (typeof MESSAGE_VARIANTS)[number]
