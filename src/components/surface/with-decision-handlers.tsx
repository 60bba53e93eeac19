'use client'

import { createElement, type ForwardRefExoticComponent, forwardRef, useState } from 'react'
import { DecisionBoundary } from '../../react/store/decision-boundary.tsx'
import type { DecisionHandlers } from '../../react/store/decision-handlers.ts'
import { SurfaceBoundary } from '../kit/surface-boundary.tsx'
import { TermsAnnouncement } from '../terms/terms-announcement.ts'

/**
 * Makes a component a surface: adds `onAccept`, `onDecline`, `onWithdraw` and `onDismiss`, the place where its terms announce a translation, and
 * a boundary for its failures.
 */
export function withDecisionHandlers<Props extends DecisionHandlers>(
  Component: ForwardRefExoticComponent<Props>,
): ForwardRefExoticComponent<Props> {
  const inner = Component as ForwardRefExoticComponent<object>
  const Wrapped = forwardRef<unknown, DecisionHandlers>(({ onAccept, onDecline, onWithdraw, onDismiss, ...rest }, ref) => (
    <DecisionBoundary onAccept={onAccept} onDecline={onDecline} onWithdraw={onWithdraw} onDismiss={onDismiss}>
      {/* Inside of the owner of the decision, which stays the same when the surface is rendered from scratch. */}
      <SurfaceBoundary>
        <TermsAnnouncement.Provider value={useState('')}>
          {createElement(inner, { ...rest, ...(ref && { ref }) })}
        </TermsAnnouncement.Provider>
      </SurfaceBoundary>
    </DecisionBoundary>
  ))
  return Wrapped as ForwardRefExoticComponent<object> as ForwardRefExoticComponent<Props>
}
