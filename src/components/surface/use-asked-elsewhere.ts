'use client'

import { useCallback, useContext, useRef } from 'react'
import { type AskReason, isAsking } from '../../core/consent-flow.ts'
import { useIsomorphicLayoutEffect } from '../../react/provider/use-isomorphic-layout-effect.ts'
import type { AskingStore } from '../../react/store/consent-store.ts'
import type { ConsentView } from '../../react/store/consent-view.ts'
import { DecisionOwnerContext } from '../../react/store/decision-handlers.ts'
import type { AskingSurface } from '../../react/store/page-parts.ts'
import { useSelected } from '../../react/store/use-selected.ts'
import { useStore } from '../../react/store/use-store.ts'
import { isWithin } from './use-cause.ts'

/**
 * Returns whether another surface of the page asks the question, or none does. One surface asks at a time: the one that the person opened, or else
 * the first one on the page that can ask.
 *
 * @param canAsk Whether this surface would ask the question, by its reason.
 * @param isOpenable Whether `canAsk` may return `true` now, so that the surfaces agree again when this changes.
 */
export function useAskedElsewhere(canAsk: (reason: AskReason) => boolean, isOpenable: boolean): boolean {
  const store = useStore()
  const owner = useContext(DecisionOwnerContext)
  const surface = useRef<AskingSurface>({ owner, canAsk }).current
  const isAskedElsewhere = useSelected(useCallback((view: ConsentView) => asksElsewhere(store, surface, view), [store, surface]))
  useIsomorphicLayoutEffect(() => {
    Object.assign(surface, { owner, canAsk })
  })
  useIsomorphicLayoutEffect(() => {
    store.question.page.surfaces.add(surface)
    return () => {
      store.question.page.surfaces.delete(surface)
    }
  }, [store, surface])
  useIsomorphicLayoutEffect(() => {
    // Alone on the page, nothing changes.
    if (store.question.page.surfaces.size > 1) store.question.refresh()
  }, [store, isOpenable])
  return isAskedElsewhere
}

function asksElsewhere(store: AskingStore, surface: AskingSurface, { flow, cause }: ConsentView): boolean {
  if (!isAsking(flow.state) && !(flow.state === 'submitting' && flow.acted)) return false
  if (typeof cause === 'object') return !isRelated({ owner: cause }, surface)
  const { reason } = flow
  const asker = [...store.question.page.surfaces].find(({ canAsk }) => canAsk(reason))
  // A minor change is only shown, until the person opens it.
  if (asker === undefined) return reason === 'update-minor' && cause === undefined && !surface.canAsk(reason)
  return !isRelated(asker, surface)
}

/** Returns whether two surfaces are the same, or one is inside of the other: the settings show the question in a screen. */
function isRelated({ owner: one }: Pick<AskingSurface, 'owner'>, { owner: other }: AskingSurface): boolean {
  return one === undefined || other === undefined || isWithin(one, other) || isWithin(other, one)
}
