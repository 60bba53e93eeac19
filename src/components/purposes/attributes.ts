/** Values of `data-state` on a purpose: `necessary` is told and not asked. */
export const PURPOSE_STATES = ['necessary', 'on', 'off'] as const

/** State of a purpose. */
export type PurposeState = (typeof PURPOSE_STATES)[number]
