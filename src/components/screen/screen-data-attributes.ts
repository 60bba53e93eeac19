import { type ConsentState, kindOf } from '../../core/consent-flow.ts'

/** Where a consent screen stands: `data-surface`. */
export type Surface = 'page' | 'dialog' | 'sheet' | 'inline'

/** What a consent screen shows in a state: `data-view`. */
export type ScreenView = 'checking' | 'ask' | 'outcome'

/** The view that a state has. `data-state` itself is the state of the flow. */
export function toScreenView(state: ConsentState): ScreenView {
  if (state === 'checking') return 'checking'
  return kindOf(state) === 'asking' || state === 'submitting' ? 'ask' : 'outcome'
}
