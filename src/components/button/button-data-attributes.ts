/** Whether the dialog of a button is open. */
export type ButtonState = 'open' | 'closed'

/** Data attributes on the root of `ConsentButton`. */
export interface ButtonDataAttributes {
  /** Whether the dialog is open. */
  readonly 'data-state': ButtonState
}
