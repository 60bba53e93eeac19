'use client'

import { createContext } from 'react'
import type { License } from '../../core/license.ts'
import type { ConsentProviderEvent } from './consent-events.ts'

/** Handlers for the decisions that the person makes in one component. `onEvent` of the provider reports the decisions of all components. */
export interface DecisionHandlers {
  /** Called once, when the service has stored the license, even if that is later, while the component is mounted. */
  readonly onAccept?: ((license: License) => void) | undefined
  /** Called when the person declines. */
  readonly onDecline?: (() => void) | undefined
  /** Called when the service has stored the withdrawal. */
  readonly onWithdraw?: (() => void) | undefined
  /** Called when the person closes the question without a decision. */
  readonly onDismiss?: (() => void) | undefined
}

/** The component through which a decision is made. */
export interface DecisionOwner {
  /** The component around this one; `undefined` for the outermost. */
  readonly parent: DecisionOwner | undefined
  /** Calls the handler that belongs to an event, in this component and in every component around it. */
  readonly notify: (event: ConsentProviderEvent['type'], license: License | undefined) => void
}

/** The owner of the decisions that are made below; `undefined` outside of every component of the kit. */
export const DecisionOwnerContext = createContext<DecisionOwner | undefined>(undefined)
