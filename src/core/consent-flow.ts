import type { ConsentAct, ConsentEvent, ConsentFlow, ConsentState, Missing, StateKind } from './consent-states.ts'
import { isSame } from './is-same.ts'

export * from './consent-states.ts'

/** Where a move leads: a state, or `@…`, which the facts decide; see {@link resolve}. */
type Target = ConsentState | '@ask' | '@held' | '@news' | '@passive' | '@declined' | '@dismissed'
type Row = { readonly [Type in ConsentEvent['type']]?: Target } & { readonly kind: StateKind }

const CLIENT: Row = {
  kind: 'passing',
  unsupported: 'unsupported',
  asks: '@ask',
  sending: 'submitting',
  queued: 'queued',
  held: '@held',
  kept: '@held',
  declined: 'declined',
  withdrawing: 'withdrawing',
  withdrawn: 'withdrawn',
}
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
  kept: 'declined',
}
const ASKING: Row = { ...NO_TERMS, accept: 'submitting' }
const HELD: Row = { ...CLIENT, kind: 'held', withdraw: 'withdrawing', reopen: '@ask' }

const TABLE: Readonly<Record<ConsentState, Row>> = {
  checking: CLIENT,
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
    asks: '@news',
  },
  submitting: {
    ...CLIENT,
    asks: '@passive',
    kept: '@passive',
    declined: '@passive',
    withdrawn: '@passive',
    refused: 'submit-error',
  },
  queued: { ...CLIENT, kind: 'queued', refused: 'submit-error', withdraw: 'withdrawing' },
  licensed: { ...HELD, dismiss: 'already-licensed' },
  'already-licensed': HELD,
  expiring: { ...HELD, dismiss: 'already-licensed' },
  declined: { ...CLIENT, kind: 'over', kept: 'declined', reopen: '@ask', withdraw: 'withdrawing' },
  dismissed: { ...CLIENT, kind: 'over', asks: '@news', reopen: '@ask', withdraw: 'withdrawing' },
  withdrawing: { ...CLIENT, asks: 'withdrawn' },
  withdrawn: { ...CLIENT, kind: 'over', asks: '@news', reopen: '@ask', withdraw: 'withdrawing' },
  unsupported: { kind: 'over', decline: '@declined', dismiss: '@dismissed' },
}

/** What a state is to whoever shows it. */
export function kindOf(state: ConsentState): StateKind {
  return TABLE[state].kind
}

/** Tells whether a state asks the person for a decision: Decline and dismissal are one act away in each that does. */
export function isAsking(state: ConsentState): boolean {
  return TABLE[state].decline !== undefined
}

/** Tells whether Accept may be on screen: the state asks, and the terms are there (experience 1). */
export function offersAccept(state: ConsentState): boolean {
  return TABLE[state].accept !== undefined
}

/** Tells whether the service refused a withdrawal: it has effect on this device, and there alone. The same act tries again. */
export function isRefused({ state, error }: ConsentFlow): boolean {
  return state === 'withdrawn' && error !== undefined
}

/**
 * Moves the flow by one event. Pure: an event that the state does not know changes no state, and returns the same object when it changes nothing at all.
 *
 * `licensed` is reached only from an `accept` whose text is the text on screen; a license found by other ways is `already-licensed`.
 *
 * @example
 * const flow = transition(INITIAL_FLOW, { type: 'asks', reason: 'first', held: false, granted: [] })
 */
export function transition(flow: ConsentFlow, event: ConsentEvent): ConsentFlow {
  const target = TABLE[flow.state][event.type]
  // The same question is no news: what was chosen under it stays. Only a license that is gone was withdrawn after all.
  if (target === '@news' && event.type === 'asks' && event.reason === flow.reason)
    return isRefused(flow) ? { ...flow, error: undefined } : flow
  if (event.type === 'withdraw' && !flow.held && flow.state !== 'queued' && !isRefused(flow)) return flow
  const facts = absorb(flow, event, target !== undefined)
  const stays = target === undefined || (event.type === 'accept' && facts.missing.length > 0)
  const next = stays ? facts : moved(resolve(target, flow, facts, event), flow, facts, event)
  return isSame(flow, next) ? flow : next
}

function moved(state: ConsentState, flow: ConsentFlow, facts: ConsentFlow, event: ConsentEvent): ConsentFlow {
  return { ...facts, state, acted: acts(event, flow) || (facts.acted && isSameAct(flow.state, state)) }
}

/** States in which an Accept of this flow is still under way, or has just been answered. */
const WAITING: ReadonlySet<ConsentState> = new Set(['submitting', 'queued', 'licensed'])

/** The act that led to a state is still under way in the next one, or is answered by it. */
function isSameAct(from: ConsentState, to: ConsentState): boolean {
  return from === 'withdrawing' ? to === from : WAITING.has(to)
}

/** An Accept or a withdrawal of this page, or a withdrawal that an earlier visit left behind: not what another tab does now. */
function acts({ type }: ConsentEvent, { state }: ConsentFlow): boolean {
  return type === 'accept' || type === 'withdraw' || (type === 'withdrawing' && state === 'checking')
}

function resolve(target: Target, flow: ConsentFlow, facts: ConsentFlow, event: ConsentEvent): ConsentState {
  switch (target) {
    case '@ask':
    case '@news':
      return asking(facts)
    case '@held':
      return flow.acted && flow.state !== 'withdrawing' ? 'licensed' : facts.expiring ? 'expiring' : 'already-licensed'
    case '@passive':
      // Our own Accept is answered by what follows it; what another tab had under way may just vanish.
      return flow.acted ? flow.state : resolve(CLIENT[event.type] ?? flow.state, flow, facts, event)
    case '@declined':
    case '@dismissed':
      if (flow.reason === 'change') return resolve('@held', flow, facts, event)
      return target === '@declined' ? 'declined' : 'dismissed'
    default:
      return target
  }
}

function asking({ supported, terms, reason, mustRead, online, granted }: ConsentFlow): ConsentState {
  if (!supported) return 'unsupported'
  if (terms.status !== 'shown') return `terms-${terms.status}`
  if (reason !== 'first' && reason !== 'change') return reason
  if (mustRead) return 'reading-required'
  if (!online) return 'offline'
  return granted.length > 0 || reason === 'change' ? 'choosing' : 'ready'
}

/** Takes in what an event tells, whatever the state; acts count only where the table knows them. */
function absorb(flow: ConsentFlow, event: ConsentEvent, known: boolean): ConsentFlow {
  switch (event.type) {
    case 'terms':
      return mended({ ...flow, terms: event.terms })
    case 'reading':
      return mended({ ...flow, mustRead: event.mustRead })
    case 'network':
      return { ...flow, online: event.online }
    case 'unsupported':
      return { ...flow, supported: false }
    case 'asks':
      return { ...flow, reason: event.reason, held: event.held, granted: event.granted }
    case 'refused':
      return { ...flow, error: event.code }
    case 'held':
      return { ...flow, held: true, reason: 'first', expiring: event.expiring, granted: event.granted, error: event.code }
    case 'kept':
      return { ...flow, held: true, reason: event.reason }
    case 'withdrawing':
    case 'withdrawn':
      return { ...flow, held: false, reason: 'first', granted: [], error: event.code }
    case 'declined':
    case 'sending':
    case 'queued':
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
      return tooEarly(flow, event)
    case 'reopen': {
      const reason = flow.held && flow.reason === 'first' ? 'change' : flow.reason
      return { ...flow, reason, granted: event.granted ?? flow.granted }
    }
    case 'dismiss':
      return { ...flow, expiring: false }
    default:
      return flow
  }
}

function tooEarly(flow: ConsentFlow, event: ConsentAct & { type: 'accept' }): ConsentFlow {
  const missing: Missing[] = []
  if (flow.terms.status !== 'shown' || flow.terms.text !== event.text) missing.push('terms')
  if (flow.mustRead) missing.push('reading')
  if (event.empty === true) missing.push('purposes')
  if (event.obscured === true) missing.push('visibility')
  return { ...flow, missing, error: event.obscured === true ? 'decision_obscured' : undefined }
}

function mended(flow: ConsentFlow): ConsentFlow {
  const left = flow.missing.filter((what) =>
    what === 'terms' ? flow.terms.status !== 'shown' : what !== 'reading' || flow.mustRead,
  )
  return left.length === flow.missing.length ? flow : { ...flow, missing: left }
}
