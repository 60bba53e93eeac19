/** Values of `data-change` on a clause or an attribute. */
export type Change = 'added' | 'removed' | 'changed' | 'moved' | 'widened' | 'narrowed'
