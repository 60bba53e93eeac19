import {
  type ConsentAct,
  type ConsentEvent,
  type ConsentFlow,
  type ConsentState,
  keepsAccept,
  type Missing,
  type StateKind,
} from './consent-states.ts'
import { isSame } from './is-same.ts'

export * from './consent-states.ts'

/** The target of a transition: a state, or `@…`, which {@link resolve} replaces with a state by the facts of the flow. */
type Target = ConsentState | '@ask' | '@ask-or-accept' | '@licensed' | '@ask-if-new' | '@declined' | '@dismissed'
/** An event that a row can list. The end of an act contains one. */
type PlainEvent = Exclude<ConsentEvent, { readonly type: 'act-ended' }>
type Row = { readonly [Type in PlainEvent['type']]?: Target } & {
  readonly kind: StateKind
  /** The act that is in progress. Its end leads to the state of what the client reports then. */
  readonly ends?: 'accept' | 'withdraw'
}

const CLIENT: Row = {
  kind: 'passing',
  unsupported: 'unsupported',
  asks: '@ask',
  sending: 'queued',
  queued: 'queued',
  licensed: '@licensed',
  'update-declined': '@licensed',
  declined: 'declined',
  withdrawing: 'withdrawing',
  withdrawn: 'withdrawn',
}
// A license counts before it is known how the agreement has changed.
const CHECKING: Row = { ...CLIENT, slow: 'device-slow', withdraw: 'withdrawing' }
const NO_TERMS: Row = {
  ...CLIENT,
  kind: 'asking',
  terms: '@ask',
  reading: '@ask',
  network: '@ask',
  choose: '@ask',
  decline: '@declined',
  dismiss: '@dismissed',
  withdraw: 'withdrawing',
  'update-declined': 'declined',
}
const ASKING: Row = { ...NO_TERMS, accept: 'submitting' }
const LICENSED: Row = { ...CLIENT, kind: 'licensed', withdraw: 'withdrawing', reopen: '@ask' }

/** After the end of an Accept, each fact of the client counts, as on a page that was just opened. */
const ACCEPT_ENDED: Row = { ...CHECKING, refused: 'submit-error' }

const TABLE: Readonly<Record<ConsentState, Row>> = {
  checking: CHECKING,
  // An Accept could make a second license beside one that is not read yet.
  'device-slow': {
    ...CLIENT,
    kind: 'asking',
    ends: 'accept',
    asks: '@ask-or-accept',
    choose: 'device-slow',
    decline: '@declined',
    dismiss: '@dismissed',
  },
  'terms-loading': NO_TERMS,
  'terms-error': NO_TERMS,
  'terms-invalid': NO_TERMS,
  ready: ASKING,
  choosing: ASKING,
  'reading-required': ASKING,
  offline: ASKING,
  'update-minor': ASKING,
  'update-material': ASKING,
  expired: ASKING,
  'device-unknown': ASKING,
  'submit-error': {
    ...ASKING,
    terms: 'submit-error',
    network: 'submit-error',
    reading: 'submit-error',
    choose: 'submit-error',
    asks: '@ask-if-new',
  },
  // An Accept of this page is in progress. What was reported before does not end it. A late press of Decline withdraws it.
  submitting: {
    kind: 'passing',
    ends: 'accept',
    unsupported: 'unsupported',
    slow: 'device-slow',
    queued: 'queued',
    licensed: '@licensed',
    withdrawing: 'withdrawing',
    refused: 'submit-error',
    decline: 'withdrawing',
    withdraw: 'withdrawing',
  },
  queued: { ...CLIENT, kind: 'queued', refused: 'submit-error', decline: 'withdrawing', withdraw: 'withdrawing' },
  licensed: { ...LICENSED, dismiss: 'already-licensed' },
  'already-licensed': LICENSED,
  expiring: { ...LICENSED, dismiss: 'already-licensed' },
  declined: { ...CLIENT, kind: 'ended', 'update-declined': 'declined', reopen: '@ask', withdraw: 'withdrawing' },
  dismissed: { ...CLIENT, kind: 'ended', asks: '@ask-if-new', reopen: '@ask', withdraw: 'withdrawing' },
  withdrawing: { ...CLIENT, ends: 'withdraw', asks: 'withdrawn' },
  withdrawn: { ...CLIENT, kind: 'ended', asks: '@ask-if-new', reopen: '@ask', withdraw: 'withdrawing' },
  unsupported: { kind: 'ended', decline: '@declined', dismiss: '@dismissed' },
}

/** Returns the kind of a state, which decides how a surface shows it. */
export function kindOf(state: ConsentState): StateKind {
  return TABLE[state].kind
}

/** Returns whether a state asks the person for a decision. Each such state allows Decline and dismissal. */
export function isAsking(state: ConsentState): boolean {
  return TABLE[state].decline === '@declined'
}

/** Returns whether a decision to agree is on its way to the service. Decline and withdrawal then withdraw it. */
export function isSending(state: ConsentState): boolean {
  return TABLE[state].decline === 'withdrawing'
}

/** Returns whether Accept may be on screen: the state asks, and the terms are shown. */
export function offersAccept(state: ConsentState): boolean {
  return TABLE[state].accept !== undefined
}

/** Returns whether the service refused a withdrawal. It then has effect on this device only, and withdrawing again retries it. */
export function isRefused({ state, error }: ConsentFlow): boolean {
  return state === 'withdrawn' && error !== undefined
}

/**
 * Returns the flow after one event. Returns the same object when the event changes nothing.
 *
 * An event that the state does not list leaves the state as it is. Only an `accept` with the text on screen leads to `licensed`; a license
 * that is found in another way leads to `already-licensed`.
 *
 * @example
 * const flow = transition(INITIAL_FLOW, { type: 'asks', reason: 'first', isLicensed: false, granted: [] })
 */
export function transition(flow: ConsentFlow, event: ConsentEvent): ConsentFlow {
  const row = TABLE[flow.state]
  if (event.type !== 'act-ended') return apply(flow, event, row)
  const { act, fact } = event
  // The state has changed since then, and follows the client.
  if (row.ends !== act) return flow
  if (fact === undefined) return { ...flow, state: 'checking', acted: false }
  return apply(flow, fact, act === 'accept' ? ACCEPT_ENDED : row)
}

function apply(flow: ConsentFlow, event: PlainEvent, row: Row): ConsentFlow {
  const target = row[event.type]
  // The same question again keeps the choices of the person. It also means that a refused withdrawal took effect in the end.
  if (target === '@ask-if-new' && event.type === 'asks' && event.reason === flow.reason)
    return isRefused(flow) ? { ...flow, error: undefined } : flow
  if (event.type === 'withdraw' && !flow.isLicensed && !event.isLicensed && !isSending(flow.state) && !isRefused(flow)) return flow
  const facts = absorb(flow, event, target !== undefined)
  const stays = target === undefined || (event.type === 'accept' && facts.missing.length > 0)
  const next = stays ? facts : moved(resolve(target, flow, facts, event), flow, facts, event)
  return isSame(flow, next) ? flow : next
}

function moved(state: ConsentState, flow: ConsentFlow, facts: ConsentFlow, event: PlainEvent): ConsentFlow {
  return { ...facts, state, acted: acts(event, flow) || (facts.acted && isSameAct(flow.state, state)) }
}

/** States in which an Accept of this flow is in progress or has just succeeded. */
const WAITING: ReadonlySet<ConsentState> = new Set(['submitting', 'queued', 'licensed'])

/** Returns whether the next state continues or completes the act that led to the current one. */
function isSameAct(from: ConsentState, to: ConsentState): boolean {
  return from === 'withdrawing' ? to === from : WAITING.has(to)
}

/** Returns whether an event is an Accept or a withdrawal of this page, or a withdrawal that an earlier visit left unsent. */
function acts(event: PlainEvent, { state }: ConsentFlow): boolean {
  const { type } = event
  return (
    type === 'accept' ||
    (type === 'slow' && (event.keepsAccept === true || state === 'submitting')) ||
    type === 'withdraw' ||
    (type === 'decline' && isSending(state)) ||
    (type === 'withdrawing' && state === 'checking')
  )
}

function resolve(target: Target, flow: ConsentFlow, facts: ConsentFlow, event: PlainEvent): ConsentState {
  switch (target) {
    case '@ask':
    case '@ask-if-new':
      return asking(facts)
    case '@ask-or-accept':
      return keepsAccept(flow) && isFirstQuestion(event) ? 'submitting' : asking(facts)
    case '@licensed':
      return flow.acted && flow.state !== 'withdrawing' ? 'licensed' : facts.expiring ? 'expiring' : 'already-licensed'
    case '@declined':
    case '@dismissed':
      // A change that waited for a slow device is taken back.
      if (flow.reason === 'change') return resolve('@licensed', { ...flow, acted: false }, facts, event)
      return target === '@declined' ? 'declined' : 'dismissed'
    default:
      return target
  }
}

/** Returns whether an event reports that nothing was ever decided on this device. */
export function isFirstQuestion(event: ConsentEvent): boolean {
  return event.type === 'asks' && event.reason === 'first' && !event.isLicensed
}

function asking({ supported, terms, reason, mustRead, online, granted }: ConsentFlow): ConsentState {
  if (!supported) return 'unsupported'
  // Without a component that shows terms, the question is known. It cannot be accepted, because its text is not on screen.
  if (terms.status !== 'shown' && terms.status !== 'absent') return `terms-${terms.status}`
  if (reason !== 'first' && reason !== 'change') return reason
  if (mustRead) return 'reading-required'
  if (!online) return 'offline'
  return granted.length > 0 || reason === 'change' ? 'choosing' : 'ready'
}

/** Returns the flow with the facts of an event. Facts count in every state, acts only in the states whose row lists them. */
function absorb(flow: ConsentFlow, event: PlainEvent, known: boolean): ConsentFlow {
  switch (event.type) {
    case 'terms':
      return dropFixed({ ...flow, terms: event.terms })
    case 'reading':
      return dropFixed({ ...flow, mustRead: event.mustRead })
    case 'network':
      return { ...flow, online: event.online }
    case 'unsupported':
      return { ...flow, supported: false }
    case 'asks': {
      // What the person chose while the device was slow counts in a first question.
      const granted = flow.state === 'device-slow' && event.reason === 'first' ? flow.granted : event.granted
      return { ...flow, reason: event.reason, isLicensed: event.isLicensed, granted }
    }
    case 'refused':
      return { ...flow, error: event.code }
    case 'licensed':
      return { ...flow, isLicensed: true, reason: 'first', expiring: event.expiring, granted: event.granted, error: event.code }
    case 'update-declined':
      return { ...flow, isLicensed: true, reason: event.reason }
    case 'withdrawing':
    case 'withdrawn':
      return { ...flow, isLicensed: false, reason: 'first', granted: [], error: event.code }
    case 'declined':
    case 'sending':
    case 'queued':
    case 'slow':
      return flow
    default:
      return known ? act({ ...flow, error: undefined, missing: [] }, event) : flow
  }
}

function act(flow: ConsentFlow, event: ConsentAct): ConsentFlow {
  switch (event.type) {
    case 'choose': {
      const others = flow.granted.filter((usecase) => usecase !== event.usecase)
      return { ...flow, granted: event.on ? [...others, event.usecase] : others }
    }
    case 'accept':
      return findMissing(flow, event)
    case 'reopen': {
      const reason = flow.isLicensed && flow.reason === 'first' ? 'change' : flow.reason
      return { ...flow, reason, granted: event.granted ?? flow.granted }
    }
    case 'dismiss':
      return { ...flow, expiring: false }
    default:
      return flow
  }
}

function findMissing(flow: ConsentFlow, event: ConsentAct & { type: 'accept' }): ConsentFlow {
  const missing: Missing[] = []
  if (flow.terms.status !== 'shown' || flow.terms.text !== event.text) missing.push('terms')
  if (flow.mustRead) missing.push('reading')
  if (event.empty === true) missing.push('purposes')
  if (event.obscured === true) missing.push('visibility')
  return { ...flow, missing, error: event.obscured === true ? 'decision_obscured' : undefined }
}

function dropFixed(flow: ConsentFlow): ConsentFlow {
  const left = flow.missing.filter((what) =>
    what === 'terms' ? flow.terms.status !== 'shown' : what !== 'reading' || flow.mustRead,
  )
  return left.length === flow.missing.length ? flow : { ...flow, missing: left }
}
