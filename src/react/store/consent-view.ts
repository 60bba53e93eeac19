import { INITIAL_SNAPSHOT } from '../../client/snapshot/initial-snapshot.ts'
import type { ClientSnapshot } from '../../client/types.ts'
import { type ConsentFlow, INITIAL_FLOW } from '../../core/consent-states.ts'
import type { LicetError } from '../../core/errors.ts'
import type { DecisionOwner } from './decision-handlers.ts'

/** The state that hooks read. The object changes only when something in it changes. */
export interface ConsentView {
  readonly flow: ConsentFlow
  readonly client: ClientSnapshot
  readonly error: LicetError | undefined
  /** The act that caused `error`. */
  readonly failed: 'accept' | 'withdraw' | undefined
  /**
   * Who caused the current state: a component, or `page` for a function outside of every component. `undefined`: another tab, the service or
   * the clock.
   */
  readonly cause: DecisionOwner | 'page' | undefined
  /** Whether the state asks for a decision. */
  readonly isAsking: boolean
  /** Whether Accept may be on screen in this state. */
  readonly offersAccept: boolean
}

/** The view on a server, and in a browser until hydration is done. */
export const SERVER_VIEW: ConsentView = {
  flow: INITIAL_FLOW,
  client: INITIAL_SNAPSHOT,
  error: undefined,
  failed: undefined,
  cause: undefined,
  isAsking: false,
  offersAccept: false,
}
