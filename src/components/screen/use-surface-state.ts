'use client'

import { type RefObject, useCallback } from 'react'
import type { ConsentState } from '../../core/consent-flow.ts'
import { useStore } from '../../react/context.ts'
import type { ConsentApi } from '../../react/types.ts'
import { useConsent } from '../../react/use-consent.ts'
import { useLayout } from '../kit/use-layout.ts'

/**
 * The state that a surface renders by. A purpose turned on or off moves the flow between `ready` and `choosing`, which look the same: `data-state`
 * then changes on the root alone, and nothing renders.
 *
 * @param exact Every state renders, for a host that draws the root by the state.
 */
export function useSurfaceState(root: RefObject<HTMLElement | null>, exact: boolean): ConsentState {
  const store = useStore()
  const state = useConsent(useCallback((consent: ConsentApi) => (exact ? consent.state : steady(consent.state)), [exact]))
  useLayout(() => {
    const mark = () => {
      const { state: now } = store.getView().flow
      if (root.current !== null && steady(now) === steady(state)) root.current.dataset.state = now
    }
    mark()
    return store.subscribe(mark)
  })
  return state
}

/** The state without the choices made in it. */
export function steady(state: ConsentState): ConsentState {
  return state === 'choosing' ? 'ready' : state
}
