import type { ConsentState } from '../core/consent-flow.ts'
import { isLicetError, LicetError, toLicetError } from '../core/errors.ts'
import { grantedIn, isIncluded } from '../core/purposes.ts'
import { isWaiting } from './client-fact.ts'
import type { ConsentStore } from './consent-store.ts'
import type { AcceptOptions, ConsentActs } from './types.ts'

/** Binds what a person can do to the flow and the client of a store. */
export function createActs(store: ConsentStore): ConsentActs & { readonly withdraw: () => Promise<void> } {
  const accept = async (options: AcceptOptions = {}): Promise<ConsentState> => {
    const { terms, state, granted } = store.getView().flow
    if (state === 'submitting') return left(store, state)
    store.act({
      type: 'accept',
      text: terms.status === 'shown' ? terms.text : '',
      empty: !store.client.agreement.purposes.some((purpose) => isIncluded(purpose, (usecase) => granted.includes(usecase))),
      obscured: options.obscured === true,
    })
    const { flow } = store.getView()
    if (flow.error === 'decision_obscured') store.fail(obscured(), 'accept')
    if (flow.state !== 'submitting' || terms.status !== 'shown') return flow.state
    return settle(store, store.client.createLicense({ terms: terms.text, granted: flow.granted }), 'accept')
  }
  return {
    choose: (usecase, on) => store.act({ type: 'choose', usecase, on }),
    accept,
    decline() {
      const before = store.getView().flow.state
      store.act({ type: 'decline' })
      if (before === 'declined' || store.getView().flow.state !== 'declined') return
      store.keepOpenFor(store.client.decline().catch((error: unknown) => store.fail(error, undefined)))
    },
    dismiss: () => store.act({ type: 'dismiss' }),
    retry() {
      const { state } = store.getView().flow
      if (state.startsWith('terms')) store.retryTerms()
      else if (state === 'submit-error') void accept()
      else store.client.retry()
    },
    reopen() {
      const { flow, client } = store.getView()
      store.act({
        type: 'reopen',
        granted: flow.held ? grantedIn(client.license?.uses ?? [], store.client.agreement.purposes) : [],
      })
    },
    async withdraw() {
      store.act({ type: 'withdraw' })
      if (store.getView().flow.state === 'withdrawing') await settle(store, store.client.revokeLicense(), 'withdraw')
    },
  }
}

/** Waits until what was asked of the client is answered or refused, or is safe on this device and waits for the network. */
async function settle(store: ConsentStore, work: Promise<unknown>, act: 'accept' | 'withdraw'): Promise<ConsentState> {
  const from = store.getView().flow.state
  const ended = work.then(
    () => {
      // Agreeing to what was agreed to already moves nothing in the client, yet it answers this act.
      if (store.getView().flow.state === from) store.follow(true)
      // What was made is not in force: by this device's clock its end has passed, or another tab took it back.
      if (act === 'accept' && store.getView().flow.state === from) refuse(store, notInForce(), act, from)
    },
    (error: unknown) => refuse(store, error, act, from),
  )
  await Promise.race([ended, left(store, from)])
  return store.getView().flow.state
}

/** The client's snapshot tells of most refusals first; this is for those that it does not tell. */
function refuse(store: ConsentStore, error: unknown, act: 'accept' | 'withdraw', from: ConsentState): void {
  const { state } = store.getView().flow
  // The client went with the page; the next one finds what was signed. One that the host closed under the page answers nothing more.
  if (state !== from && isLicetError(error, 'closed')) return
  // It is taken back or erased already: what the service holds instead is looked up, so that the next visit knows it too.
  if (isLicetError(error, 'nothing_to_revoke')) {
    store.keepOpenFor(store.client.getLicense({ refresh: true }))
    return
  }
  store.fail(error, act)
  if (state !== from) return
  if (act === 'accept') store.dispatch({ type: 'refused', code: toLicetError(error).code })
  else store.follow(true)
}

/** The state that follows a state; or the same one, once all that it waits for is the network. */
function left(store: ConsentStore, state: ConsentState): Promise<ConsentState> {
  return new Promise((resolve) => {
    const check = () => {
      const { flow, client } = store.getView()
      if (flow.state === state && !(client.pending?.kind === 'revoke' && isWaiting(client))) return
      stop()
      resolve(flow.state)
    }
    const stop = store.subscribe(check)
    check()
  })
}

function notInForce(): LicetError {
  return new LicetError(
    'license_expired',
    'The license is not in force: by the clock of this device it has ended. Nothing may be used under it. Set the clock, or give a later expiry.',
  )
}

function obscured(): LicetError {
  return new LicetError(
    'decision_obscured',
    'Something lies over the decision. What cannot be seen cannot be agreed to. Uncover it.',
  )
}
