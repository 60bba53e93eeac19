import type { ConsentState } from '../../core/consent-flow.ts'

/** Data attributes on the root of `TermsCheckbox`. */
export interface CheckboxDataAttributes {
  /** State of the consent flow, see the table of states in docs/reference/states.md. */
  readonly 'data-state': ConsentState
}
