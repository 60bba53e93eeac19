/** State of a purpose. `necessary`: it is shown without a toggle. */
export type PurposeState = 'necessary' | 'on' | 'off'

/** Data attributes on each `data-part="purpose"` of `PurposeList`. */
export interface PurposeDataAttributes {
  /** Whether the purpose is necessary, turned on or turned off. */
  readonly 'data-state': PurposeState
  /** Present when the gate whose button opened the request lacks this purpose. */
  readonly 'data-needed'?: '' | undefined
}
