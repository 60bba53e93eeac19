'use client'

import { type ReactElement, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react'
import { StoreContext } from '../provider/context.ts'
import { useIsomorphicLayoutEffect } from '../provider/use-isomorphic-layout-effect.ts'
import type { ConsentProviderEvent } from './consent-events.ts'
import { type DecisionHandlers, type DecisionOwner, DecisionOwnerContext } from './decision-handlers.ts'

const NO_HANDLERS: DecisionHandlers = {}

/** The handler of each event that is a decision. */
const HANDLERS: { readonly [Type in ConsentProviderEvent['type']]?: keyof DecisionHandlers } = {
  accepted: 'onAccept',
  updated: 'onAccept',
  declined: 'onDecline',
  dismissed: 'onDismiss',
  withdrawn: 'onWithdraw',
}

/** Props of {@link DecisionBoundary}. */
export interface DecisionBoundaryProps extends DecisionHandlers {
  readonly children: ReactNode
}

/**
 * Calls the handlers for the decisions that are made by `useConsent()` and `useWithdraw()` below it. Boundaries nest: a decision in a screen
 * inside the settings is reported to both.
 */
export function DecisionBoundary({ children, onAccept, onDecline, onWithdraw, onDismiss }: DecisionBoundaryProps): ReactElement {
  const parent = useContext(DecisionOwnerContext)
  // Has no handlers while the component is not mounted.
  const handlers = useRef<DecisionHandlers>(NO_HANDLERS)
  const owner = useMemo<DecisionOwner>(
    () => ({
      parent,
      notify(event, license) {
        const name = HANDLERS[event]
        if (name === 'onAccept') license && handlers.current.onAccept?.(license)
        else if (name !== undefined) handlers.current[name]?.()
        parent?.notify(event, license)
      },
    }),
    [parent],
  )
  useIsomorphicLayoutEffect(() => {
    handlers.current = { onAccept, onDecline, onWithdraw, onDismiss }
  })
  const store = useContext(StoreContext)
  const isMounted = useRef(false)
  // No layout effect: those are removed while a boundary above hides the component, and it is still mounted.
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      handlers.current = NO_HANDLERS
      // In a microtask: StrictMode mounts the component again immediately.
      queueMicrotask(() => isMounted.current || store?.question?.release(owner))
    }
  }, [store, owner])
  return <DecisionOwnerContext.Provider value={owner}>{children}</DecisionOwnerContext.Provider>
}
