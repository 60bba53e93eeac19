'use client'

import { type ReactElement, type ReactNode, useContext, useMemo } from 'react'
import { type DecisionHandlers, type DecisionOwner, DecisionOwnerContext } from './decision-handlers.ts'
import { useIsomorphicLayoutEffect } from './use-isomorphic-layout-effect.ts'

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
  const owner = useMemo<DecisionOwner>(() => ({ handlers: undefined, parent }), [parent])
  useIsomorphicLayoutEffect(() => {
    owner.handlers = { onAccept, onDecline, onWithdraw, onDismiss }
  }, [owner, onAccept, onDecline, onWithdraw, onDismiss])
  useIsomorphicLayoutEffect(
    () => () => {
      owner.handlers = undefined
    },
    [owner],
  )
  return <DecisionOwnerContext.Provider value={owner}>{children}</DecisionOwnerContext.Provider>
}
