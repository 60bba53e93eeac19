import { type ConsentState, kindOf } from '../../core/consent-flow.ts'
import type { ScreenLayout } from '../../react/provider/appearance.ts'

/** Placement of a consent screen. `dialog` and `sheet` are modal. */
export type Surface = 'page' | 'dialog' | 'sheet' | 'inline'

/** View of a consent screen. */
export type ScreenView = 'checking' | 'ask' | 'outcome'

/** Data attributes on the root of `ConsentScreen`. */
export interface ScreenDataAttributes {
  /** Placement of the screen. */
  readonly 'data-surface': Surface
  /** Layout of the question, from `appearance`. A sheet has room for one column. */
  readonly 'data-layout': ScreenLayout
  /** State of the consent flow, see the table of states in docs/reference/states.md. */
  readonly 'data-state': ConsentState
  /** View that the state has. */
  readonly 'data-view': ScreenView
}

/** Returns the view of a state. */
export function toScreenView(state: ConsentState): ScreenView {
  if (state === 'checking') return 'checking'
  return kindOf(state) === 'asking' || state === 'submitting' ? 'ask' : 'outcome'
}
