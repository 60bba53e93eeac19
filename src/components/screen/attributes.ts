import { type ConsentState, kindOf } from '../../core/consent-flow.ts'

/** Where a consent screen stands: `data-surface`. */
export const SURFACES = ['page', 'dialog', 'sheet', 'inline'] as const

/** Where a consent screen stands. */
export type Surface = (typeof SURFACES)[number]

/** What a consent screen shows in a state: `data-view`. */
export type ScreenView = 'checking' | 'ask' | 'outcome'

/** The view that a state has. `data-state` itself is the state of the flow. */
export function viewOf(state: ConsentState): ScreenView {
  if (state === 'checking') return 'checking'
  return kindOf(state) === 'asking' || state === 'submitting' ? 'ask' : 'outcome'
}
