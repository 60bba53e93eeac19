'use client'

import { type RefObject, useCallback } from 'react'
import type { ConsentState } from '../../core/consent-flow.ts'
import { useConsent } from '../../react/hooks/use-consent.ts'
import { useIsomorphicLayoutEffect } from '../../react/provider/use-isomorphic-layout-effect.ts'
import { useStore } from '../../react/store/use-store.ts'
import type { UseConsentResult } from '../../react/types.ts'

/** The result of `useConsent()` without the choices, which each purpose reads separately. */
export type SurfaceConsent = Omit<UseConsentResult, 'granted' | 'usecases'>

/**
 * Returns the consent that a surface renders from.
 *
 * Turning a purpose on or off moves the flow between `ready` and `choosing`, which look the same. To avoid a render, only `data-state` of the
 * root changes then, and the returned status stays `ready`.
 *
 * @param root The element with `data-state`. Inner components pass none.
 * @param isExact Renders for every state, because `render` or `className` of the host app depends on it.
 */
export function useSurfaceConsent(root?: RefObject<HTMLElement | null>, isExact = false): SurfaceConsent {
  const store = useStore()
  const consent = useConsent(
    useCallback(
      ({ granted: _, usecases: __, ...rest }: UseConsentResult): SurfaceConsent =>
        isExact
          ? rest
          : {
              ...rest,
              status: withoutChoosing(rest.status),
              // Until the storage has answered, it counts as persistent: otherwise its answer would render the screen again.
              storage: rest.storage === 'unknown' ? 'persistent' : rest.storage,
            },
      [isExact],
    ),
  )
  useIsomorphicLayoutEffect(() => {
    if (!root) return
    const mark = () => {
      const { state } = store.getView().flow
      if (root.current && withoutChoosing(state) === withoutChoosing(consent.status)) root.current.dataset.state = state
    }
    mark()
    const unsubscribe = store.subscribe(mark)
    store.question.page.roots.add(root)
    return () => {
      unsubscribe()
      store.question.page.roots.delete(root)
    }
  })
  return consent
}

/** Returns whether the host app renders or styles the root by its state. */
export function dependsOnState(props: { readonly render?: unknown; readonly className?: unknown }): boolean {
  return typeof props.render === 'function' || typeof props.className === 'function'
}

function withoutChoosing(state: ConsentState): ConsentState {
  return state === 'choosing' ? 'ready' : state
}
