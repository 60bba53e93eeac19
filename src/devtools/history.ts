import { Subscribable } from '../client/snapshot/subscribable.ts'
import type { ConsentState } from '../core/consent-flow.ts'
import type { ConsentStore } from '../react/store/consent-store.ts'
import type { ConsentView } from '../react/store/consent-view.ts'

/** A state that the flow was in. */
export interface Moment {
  readonly id: number
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly state: ConsentState
  readonly cause: string
}

/** The number of states that are kept. */
const KEPT = 100

/** The newest states, oldest first. */
export type History = Subscribable<readonly Moment[]>

let lastId = 0

export function createHistory(): History {
  return new Subscribable<readonly Moment[]>([])
}

/** Notes each state of a store. Returns a function that stops. */
export function followStates(store: ConsentStore, history: History): () => void {
  const note = () => {
    const view = store.getView()
    const moments = history.get()
    if (moments.at(-1)?.state === view.flow.state) return
    const moment = { id: ++lastId, at: Date.now(), state: view.flow.state, cause: causeOf(view) }
    history.set([...moments, moment].slice(-KEPT))
  }
  note()
  return store.subscribe(note)
}

/** Returns who caused the state, in words. */
export function causeOf({ cause }: Pick<ConsentView, 'cause'>): string {
  if (cause === undefined) return 'the record, the service, another tab or the clock'
  return cause === 'page' ? 'a hook of your app' : 'the person, in a component'
}
