import { type ConsentState, keepsAccept, kindOf } from '../../core/consent-flow.ts'
import { isLicetError, LicetError, toLicetError } from '../../core/errors.ts'
import { grantedIn, isIncluded } from '../../core/included-purposes.ts'
import { type License, licenseStatusAt } from '../../core/license.ts'
import { laterChecks } from '../sight/later-checks.ts'
import type { AcceptOptions, AlteredChoice } from '../types.ts'
import type { ConsentStore, StoreActions } from './consent-store.ts'
import type { DecisionOwner } from './decision-handlers.ts'
import type { Question } from './question.ts'

/** Creates the actions of one component: each moves the flow of the question and calls the client. */
export function createQuestionActions(question: Question, owner: DecisionOwner | undefined): StoreActions {
  const { store } = question
  const accept = async (options: AcceptOptions = {}): Promise<ConsentState> => {
    let unchecked: unknown
    if (laterChecks.loaded === undefined && question.page.texts.size > 0) {
      const { state } = store.getView().flow
      await laterChecks.load().catch((error: unknown) => {
        unchecked = error
      })
      // The person acted meanwhile.
      if (store.getView().flow.state !== state) return store.getView().flow.state
    }
    const { terms, state, granted } = store.getView().flow
    if (state === 'submitting') return nextState(store, state)
    const shown = terms.status === 'shown' ? question.page.inspectTerms(terms.text) : undefined
    question.act(
      {
        type: 'accept',
        text: shown && terms.status === 'shown' ? terms.text : '',
        empty: !question.checked.agreement.purposes.some((purpose) => isIncluded(purpose, (usecase) => granted.includes(usecase))),
        obscured: options.obscured === true || options.altered !== undefined,
      },
      owner,
    )
    const { flow } = store.getView()
    if (flow.error === 'decision_obscured') {
      question.fail(obscuredError(options.altered), 'accept')
      question.events.emit({ type: 'failed', code: flow.error, ...options.altered })
    }
    if (flow.state !== 'submitting' || terms.status !== 'shown') return flow.state
    if (unchecked !== undefined) return settle(question, Promise.reject(unchecked), 'accept', owner)
    const license = question.decisions.decide('create', (client, signal) =>
      client.createLicense({ terms: terms.text, granted: flow.granted, ...shown, signal }),
    )
    return settle(question, license, 'accept', owner)
  }
  /** Declines or withdraws. Either one withdraws an agreement that is on its way. */
  const end = async (type: 'decline' | 'withdraw'): Promise<void> => {
    const { flow, client } = store.getView()
    const before = flow.state
    question.act(type === 'withdraw' ? { type, isLicensed: client.licensed } : { type }, owner)
    const { state } = store.getView().flow
    if (state === 'withdrawing') {
      const ended = question.decisions.decide('revoke', (client) => client.revokeLicense())
      await settle(question, ended, 'withdraw', owner)
    } else if (state === 'declined' && before !== state)
      question.decisions.keepOpenFor(question.decisions.decline().catch((error: unknown) => question.fail(error, undefined)))
  }
  return {
    choose(usecase, on) {
      const known: readonly string[] = question.checked.agreement.purposes.map((purpose) => purpose.usecase)
      if (!known.includes(usecase)) throw unknownPurposeError(usecase, known)
      question.act({ type: 'choose', usecase, on })
    },
    accept,
    decline: () => void end('decline'),
    dismiss: () => question.act({ type: 'dismiss' }, owner),
    retry() {
      const { state } = store.getView().flow
      if (state.startsWith('terms')) question.retryTerms()
      else if (state === 'submit-error') void accept()
      else {
        if (owner !== undefined && kindOf(state) !== 'asking') question.moveTo(owner)
        question.decisions.runSoon((client) => client.retry())
      }
    },
    reopen() {
      const { flow, client } = store.getView()
      const granted = flow.isLicensed ? grantedIn(client.license?.uses ?? [], question.checked.agreement.purposes) : []
      question.act({ type: 'reopen', granted }, owner)
    },
    withdraw: () => end('withdraw'),
  }
}

/** Ends an act when the client has. Resolves then, or when the decision is stored on this device and waits for the network. */
async function settle(
  question: Question,
  work: Promise<License>,
  act: 'accept' | 'withdraw',
  owner: DecisionOwner | undefined,
): Promise<ConsentState> {
  const { store } = question
  const from = store.getView().flow.state
  const ended = work.then(
    (license) => {
      if (act === 'accept' && isExpired(store, license)) return refuse(question, notInForceError(), act, owner)
      question.endAct(act)
      question.events.reportEnd(owner, act === 'accept' ? 'accepted' : 'withdrawn', license)
    },
    (error: unknown) => refuse(question, error, act, owner),
  )
  await Promise.race([ended, nextState(store, from)])
  return store.getView().flow.state
}

/** Returns whether the newest license is this one, and has ended by the clock of this device. */
function isExpired(store: ConsentStore, { id }: License): boolean {
  const { licensed, license } = store.source.getSnapshot()
  return !licensed && license?.id === id && licenseStatusAt(license, store.now()) === 'expired'
}

/** Ends an act that failed. */
function refuse(question: Question, error: unknown, act: 'accept' | 'withdraw', owner: DecisionOwner | undefined): void {
  const { store } = question
  const isInProgress = store.getView().flow.state === (act === 'accept' ? 'submitting' : 'withdrawing')
  // The client closed with the page, and the next one delivers what was signed.
  if (!isInProgress && isLicetError(error, 'closed')) return
  // The license is already withdrawn. Fetch the newest one, so that the next visit starts from it.
  const isRevoked = isLicetError(error, 'nothing_to_revoke')
  if (isRevoked)
    question.decisions.keepOpenFor(question.decisions.client.later.run((client) => client.getLicense({ refresh: true })))
  // Or the service has erased it: nothing is left to withdraw, and the device shows it.
  const isGone = isRevoked || (act === 'withdraw' && isLicetError(error, 'erased'))
  if (isGone) question.events.reportEnd(owner, 'withdrawn', undefined)
  // The person declined before the signature was made, for example in another tab, or their data was deleted. The client reports which.
  const isFailure = !isGone && !isLicetError(error, 'aborted')
  if (isFailure) question.fail(error, act)
  question.endAct(act, isFailure && act === 'accept' ? { type: 'refused', code: toLicetError(error).code } : undefined)
}

/** Resolves with the state that follows, or with the same state when only the network is missing. An Accept that waits for a slow device is not over. */
function nextState(store: ConsentStore, state: ConsentState): Promise<ConsentState> {
  return new Promise((resolve) => {
    const check = () => {
      const { flow, client } = store.getView()
      if ((flow.state === state || keepsAccept(flow)) && !(client.pending?.kind === 'revoke' && client.pending.isWaiting)) return
      stop()
      resolve(flow.state)
    }
    const stop = store.subscribe(check)
    check()
  })
}

function notInForceError(): LicetError {
  return new LicetError(
    'license_expired',
    'The license is stored, but has expired by the clock of this device. Do not use data under it. Set the clock, or a later `expiry`.',
  )
}

function unknownPurposeError(usecase: string, known: readonly string[]): LicetError {
  return new LicetError(
    'invalid_configuration',
    `\`choose\` got "${usecase}". Nothing was changed. Use a purpose of the agreement: ${known.join(', ')}.`,
    { field: 'usecase' },
  )
}

function obscuredError(altered: AlteredChoice | undefined): LicetError {
  if (altered === undefined || altered.part === 'cover')
    return new LicetError(
      'decision_obscured',
      'Something covers the decision. Nothing was signed. Remove what covers it, then press Accept again.',
    )
  const { part, measured } = altered
  return new LicetError(
    'decision_obscured',
    `The page changes what the person sees of the choice (${part}: ${measured}). Nothing was signed. Remove the style that does this.`,
    { field: part },
  )
}
