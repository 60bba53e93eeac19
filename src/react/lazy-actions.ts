import type { ConsentState } from '../core/consent-states.ts'
import type { StoreActions } from './consent-store.ts'
import type { ConsentView } from './consent-view.ts'
import type { DecisionOwner } from './decision-handlers.ts'
import type { LicenseStore } from './license-store.ts'

/**
 * Creates the actions of one component. Each acts immediately when the code for it has loaded, because a decision is signed in the same task as
 * the click. Otherwise it loads the code first.
 */
export function createLazyActions(store: LicenseStore, owner: DecisionOwner | undefined): StoreActions {
  const run = <T>(act: (actions: StoreActions) => T, failed?: ConsentView['failed']): T | Promise<T | undefined> => {
    const actions = store.completeActionsOf(owner)
    return actions === undefined ? store.act(owner, act, failed) : act(actions)
  }
  return {
    choose: (usecase, on) => void run((actions) => actions.choose(usecase, on)),
    async accept(options): Promise<ConsentState> {
      const state = await run((actions) => actions.accept(options), 'accept')
      return state ?? store.getView().flow.state
    },
    decline: () => void run((actions) => actions.decline()),
    dismiss: () => void run((actions) => actions.dismiss()),
    retry: () => void run((actions) => actions.retry()),
    reopen: () => void run((actions) => actions.reopen()),
    withdraw: async () => void (await run((actions) => actions.withdraw(), 'withdraw')),
  }
}
