/** Values of `data-change` on a clause or an attribute. */
export const CHANGES = ['added', 'removed', 'changed', 'moved', 'widened', 'narrowed'] as const

/** What became of a clause or an attribute. */
export type Change = (typeof CHANGES)[number]
