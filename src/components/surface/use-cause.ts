'use client'

import { useCallback, useContext } from 'react'
import type { ConsentView } from '../../react/store/consent-view.ts'
import { type DecisionOwner, DecisionOwnerContext } from '../../react/store/decision-handlers.ts'
import { useSelected } from '../../react/store/use-selected.ts'

/**
 * Where the current state was caused: in this surface, in another component of this page, or elsewhere: in another tab, by the service or by the
 * clock.
 */
export type Cause = 'here' | 'page' | 'elsewhere'

/** Returns where the current state was caused. Focus follows only what a person did here; what happened elsewhere is announced. */
export function useCause(): Cause {
  const owner = useContext(DecisionOwnerContext)
  return useSelected(
    useCallback(
      ({ cause }: ConsentView) =>
        cause === undefined ? 'elsewhere' : cause !== 'page' && isWithin(cause, owner) ? 'here' : 'page',
      [owner],
    ),
  )
}

/** Returns whether a component is another one, or inside of it. */
export function isWithin(inner: DecisionOwner, outer: DecisionOwner | undefined): boolean {
  return inner === outer || (inner.parent !== undefined && isWithin(inner.parent, outer))
}
