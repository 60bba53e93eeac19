/** Values of `data-variant` on a message: what it is about, never said by color alone. */
export type MessageVariant = 'note' | 'error' | 'done' | 'waiting'
