/** Values of `data-state` on a purpose: `necessary` is told and not asked. */
export type PurposeState = 'necessary' | 'on' | 'off'
