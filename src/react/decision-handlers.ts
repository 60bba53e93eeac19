'use client'

import { createContext } from 'react'
import type { License } from '../core/license.ts'

/** Handlers for the decisions that the person makes in one component. `onEvent` of the provider reports the decisions of all components. */
export interface DecisionHandlers {
  /** Called once, when the service has stored the license. Also when delivery ends later, while the component is mounted. */
  readonly onAccept?: ((license: License) => void) | undefined
  /** Called when the person declines. */
  readonly onDecline?: (() => void) | undefined
  /** Called when the service has stored the withdrawal. */
  readonly onWithdraw?: (() => void) | undefined
  /** Called when the person closes the question without a decision. */
  readonly onDismiss?: (() => void) | undefined
}

/** The component through which a decision is made, and the components around it. */
export interface DecisionOwner {
  /** The current handlers; `undefined` while the component is not mounted. */
  handlers: DecisionHandlers | undefined
  readonly parent: DecisionOwner | undefined
}

/** The owner of the decisions that are made below; `undefined` outside of every component of the kit. */
export const DecisionOwnerContext = createContext<DecisionOwner | undefined>(undefined)

/** Calls one handler of an owner and of every component around it. `onAccept` gets the license. */
export function notifyOwners(owner: DecisionOwner | undefined, name: keyof DecisionHandlers, license: License | undefined): void {
  for (let at = owner; at !== undefined; at = at.parent) {
    if (name !== 'onAccept') at.handlers?.[name]?.()
    else if (license !== undefined) at.handlers?.onAccept?.(license)
  }
}
