'use client'

import { createElement, type ForwardRefExoticComponent, forwardRef } from 'react'
import { DecisionBoundary } from '../../react/decision-boundary.tsx'
import type { DecisionHandlers } from '../../react/decision-handlers.ts'

/** Adds `onAccept`, `onDecline`, `onWithdraw` and `onDismiss` to a component, for the decisions that are made in it. */
export function withDecisionHandlers<Props extends DecisionHandlers>(
  Component: ForwardRefExoticComponent<Props>,
): ForwardRefExoticComponent<Props> {
  const inner = Component as ForwardRefExoticComponent<object>
  const Wrapped = forwardRef<unknown, DecisionHandlers>(({ onAccept, onDecline, onWithdraw, onDismiss, ...rest }, ref) => (
    <DecisionBoundary onAccept={onAccept} onDecline={onDecline} onWithdraw={onWithdraw} onDismiss={onDismiss}>
      {createElement(inner, { ...rest, ...(ref && { ref }) })}
    </DecisionBoundary>
  ))
  return Wrapped as ForwardRefExoticComponent<object> as ForwardRefExoticComponent<Props>
}
