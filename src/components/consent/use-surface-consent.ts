'use client'

import { type RefObject, useCallback } from 'react'
import type { ConsentState } from '../../core/consent-flow.ts'
import { useStore } from '../../react/context.ts'
import type { UseConsentResult } from '../../react/types.ts'
import { useConsent } from '../../react/use-consent.ts'
import { useLayout } from '../../react/use-layout.ts'

/** What is asked, without what is chosen: each purpose follows its own choice. */
export type SurfaceConsent = Omit<UseConsentResult, 'granted' | 'usecases'>

/**
 * The question that a surface renders by. A purpose turned on or off moves the flow between `ready` and `choosing`, which look the same: then
 * `data-state` changes on the root alone, and nothing renders.
 *
 * @param root Carries `data-state`. Without one, as inside a surface, the state is only ever `ready`.
 * @param exact Every state renders, for a host that draws the root by the state.
 */
export function useSurfaceConsent(root?: RefObject<HTMLElement | null>, exact = false): SurfaceConsent {
  const store = useStore()
  const question = useConsent(
    useCallback(
      ({ granted: _, usecases: __, ...asked }: UseConsentResult): SurfaceConsent =>
        exact ? asked : { ...asked, status: steady(asked.status) },
      [exact],
    ),
  )
  useLayout(() => {
    if (!root) return
    const mark = () => {
      const { state } = store.getView().flow
      if (root.current && steady(state) === steady(question.status)) root.current.dataset.state = state
    }
    mark()
    const stop = store.subscribe(mark)
    store.roots.add(root)
    return () => {
      stop()
      store.roots.delete(root)
    }
  })
  return question
}

function steady(state: ConsentState): ConsentState {
  return state === 'choosing' ? 'ready' : state
}
