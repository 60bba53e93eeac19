import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ClientFact,
  CONSENT_STATES,
  type ConsentAct,
  type ConsentEvent,
  type ConsentFact,
  type ConsentFlow,
  INITIAL_FLOW,
  isAsking,
  offersAccept,
  transition,
} from '../../src/core/consent-flow.ts'
import { countOf } from '../support/counts.ts'

const TEXT = '# Terms'
const OTHER_TEXT = '# Other terms'

const reason = fc.constantFrom('first', 'update-minor', 'update-material', 'expired', 'device-unknown' as const)
const mostly = (value: boolean) => fc.constantFrom(value, value, value, !value)
const granted = fc.subarray(['retargeting', 'support'])
const act: fc.Arbitrary<ConsentAct> = fc.oneof(
  fc.record({ type: fc.constant('choose' as const), usecase: fc.constantFrom('retargeting', 'support'), on: fc.boolean() }),
  fc.record({
    type: fc.constant('accept' as const),
    text: fc.constantFrom(TEXT, TEXT, TEXT, OTHER_TEXT, ''),
    obscured: mostly(false),
  }),
  fc.record({ type: fc.constantFrom('decline' as const, 'dismiss' as const, 'withdraw' as const, 'reopen' as const) }),
)
const clientFact: fc.Arbitrary<ClientFact> = fc.oneof(
  fc.record({ type: fc.constant('asks' as const), reason, isLicensed: fc.boolean(), granted }),
  fc.record({ type: fc.constant('licensed' as const), expiring: fc.boolean(), granted }),
  fc.record({ type: fc.constant('refused' as const), code: fc.constant('invalid_signature' as const) }),
  fc.record({ type: fc.constant('update-declined' as const), reason }),
  fc.record({
    type: fc.constantFrom(
      'slow' as const,
      'sending' as const,
      'queued' as const,
      'declined' as const,
      'withdrawing' as const,
      'withdrawn' as const,
    ),
  }),
)
const fact: fc.Arbitrary<ConsentFact> = fc.oneof(
  fc.record({
    type: fc.constant('terms' as const),
    terms: fc.oneof(
      fc.record({ status: fc.constantFrom('loading' as const, 'error' as const, 'invalid' as const) }),
      fc.record({ status: fc.constant('shown' as const), text: fc.constantFrom(TEXT, TEXT, OTHER_TEXT) }),
    ),
  }),
  fc.record({ type: fc.constant('reading' as const), mustRead: mostly(false) }),
  fc.record({ type: fc.constant('network' as const), online: fc.boolean() }),
  { arbitrary: clientFact, weight: 5 },
  fc.record({
    type: fc.constant('act-ended' as const),
    act: fc.constantFrom('accept' as const, 'withdraw' as const),
    fact: fc.option(clientFact, { nil: undefined }),
  }),
)
// `unsupported` is final, so most paths must avoid it.
const unsupported = fc.constant<ConsentFact>({ type: 'unsupported' })
// The whole path to a license, because random single events rarely have this order.
const agreeing = fc.constant<ConsentEvent[]>([
  { type: 'asks', reason: 'first', isLicensed: false, granted: [] },
  { type: 'terms', terms: { status: 'shown', text: TEXT } },
  { type: 'reading', mustRead: false },
  { type: 'accept', text: TEXT },
  { type: 'licensed', expiring: false, granted: [] },
])
const one = (event: fc.Arbitrary<ConsentEvent>) => event.map((single) => [single])
const events = fc
  .array(
    fc.oneof(
      { arbitrary: one(act), weight: 40 },
      { arbitrary: one(fact), weight: 60 },
      { arbitrary: agreeing, weight: 5 },
      { arbitrary: one(unsupported), weight: 1 },
    ),
    { maxLength: 60 },
  )
  .map((steps) => steps.flat())
const walk = (list: readonly ConsentEvent[], from: ConsentFlow = INITIAL_FLOW) => list.reduce(transition, from)

/** Returns every flow on a path, with the first. */
function trail(list: readonly ConsentEvent[]): ConsentFlow[] {
  const flows = [INITIAL_FLOW]
  for (const event of list) flows.push(transition(flows[flows.length - 1] ?? INITIAL_FLOW, event))
  return flows
}

describe('the consent flow', () => {
  it('reaches `licensed` only through an Accept of the text on screen', () => {
    fc.assert(
      fc.property(events, (list) => {
        const flows = trail(list)
        let agreed = false
        for (const [at, event] of list.entries()) {
          const before = flows[at] as ConsentFlow
          const after = flows[at + 1] as ConsentFlow
          const onScreen = before.terms.status === 'shown' ? before.terms.text : undefined
          const explicit =
            event.type === 'accept' && offersAccept(before.state) && event.text === onScreen && event.obscured !== true
          if (explicit && !before.mustRead) agreed = true
          else if (event.type === 'accept') expect(after.state).toBe(before.state)
          if (after.state === 'licensed') expect(agreed).toBe(true)
          // After an end, only a new act can lead to a license.
          if (!['submitting', 'queued', 'licensed'].includes(after.state)) agreed = false
        }
      }),
      { numRuns: countOf(3000, 1000) },
    )
  })

  it('ignores an Accept while no terms are on screen', () => {
    fc.assert(
      fc.property(events, (list) => {
        const flow = walk(list)
        fc.pre(flow.terms.status !== 'shown')
        expect(transition(flow, { type: 'accept', text: TEXT }).state).toBe(flow.state)
      }),
    )
  })

  it('declines and dismisses in one act from every state that asks, and agrees through neither', () => {
    fc.assert(
      fc.property(events, (list) => {
        const flow = walk(list)
        fc.pre(isAsking(flow.state))
        for (const type of ['decline', 'dismiss'] as const) {
          const after = transition(flow, { type })
          expect(isAsking(after.state)).toBe(false)
          expect(after.acted).toBe(false)
          // Closing an open agreement changes nothing.
          const changing = flow.reason === 'change'
          const ends = changing ? ['already-licensed', 'expiring', 'licensed'] : [type === 'decline' ? 'declined' : 'dismissed']
          expect(ends).toContain(after.state)
        }
      }),
      { numRuns: countOf(2000, 700) },
    )
  })

  it('withdraws in one act from every state with a license in force', () => {
    fc.assert(
      fc.property(events, (list) => {
        const flow = walk(list)
        fc.pre(['licensed', 'already-licensed', 'expiring'].includes(flow.state))
        const withdrawing = transition(flow, { type: 'withdraw' })
        expect(withdrawing.state).toBe('withdrawing')
        const withdrawn = transition(withdrawing, { type: 'withdrawn' })
        expect(withdrawn.state).toBe('withdrawn')
        expect(transition(withdrawn, { type: 'withdraw' })).toBe(withdrawn)
        // After a refusal, the same act tries again.
        const refused = transition(withdrawing, { type: 'withdrawn', code: 'invalid_license' })
        expect([refused.state, transition(refused, { type: 'withdraw' }).state]).toEqual(['withdrawn', 'withdrawing'])
      }),
      { numRuns: countOf(2000, 700) },
    )
  })

  it('has no dead end: every state leads to an Accept and to a Decline', () => {
    fc.assert(
      fc.property(events, (list) => {
        const flow = walk(list)
        fc.pre(flow.supported)
        // Every act in progress gets a result or a failure.
        const answered = walk([{ type: 'refused', code: 'invalid_signature' }, { type: 'withdrawn' }], flow)
        const asked = transition(answered, { type: 'reopen' })
        const shown = walk(
          [
            { type: 'asks', reason: 'first', isLicensed: false, granted: [] },
            { type: 'terms', terms: { status: 'shown', text: TEXT } },
            { type: 'reading', mustRead: false },
          ],
          asked,
        )
        const reopened = isAsking(shown.state) ? shown : transition(shown, { type: 'reopen' })
        const agreed = walk(
          [{ type: 'accept', text: TEXT }, { type: 'sending' }, { type: 'licensed', expiring: false, granted: [] }],
          reopened,
        )
        expect(agreed.state).toBe('licensed')
        expect(transition(reopened, { type: 'decline' }).state).toBe('declined')
      }),
      { numRuns: countOf(2000, 700) },
    )
  })

  // Regression: an Accept whose tab had another agreement than the license in force stayed in `submitting` for ever.
  it('leaves `submitting` when its Accept has ended, whatever the client reports, and ignores the end of an earlier act', () => {
    const asked = walk([
      { type: 'asks', reason: 'first', isLicensed: false, granted: [] },
      { type: 'terms', terms: { status: 'shown', text: TEXT } },
    ])
    const submitting = transition(asked, { type: 'accept', text: TEXT })
    fc.assert(
      fc.property(fc.array(clientFact), fc.option(clientFact, { nil: undefined }), (before, reported) => {
        const flow = walk(before, submitting)
        const ended = transition(flow, { type: 'act-ended', act: 'accept', fact: reported })
        if (flow.state === 'submitting') expect(ended.state).not.toBe('submitting')
        // There, an Accept can wait as well.
        else if (flow.state !== 'device-slow') expect(ended).toBe(flow)
        expect(transition(submitting, { type: 'act-ended', act: 'withdraw', fact: reported })).toBe(submitting)
      }),
    )
  })

  it('returns the same object for an event that changes nothing', () => {
    fc.assert(
      fc.property(events, fc.oneof(act, fact), (list, event) => {
        const once = transition(walk(list), event)
        const same = event.type === 'choose' || event.type === 'terms' || event.type === 'reading' || event.type === 'network'
        if (same) expect(transition(once, event)).toBe(once)
      }),
    )
  })

  it('reaches every state, also `licensed`', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(events, (list) => {
        for (const flow of trail(list)) seen.add(flow.state)
      }),
      // A fixed seed, so that reaching a state does not depend on luck.
      { numRuns: 1000, seed: 1 },
    )
    expect(CONSENT_STATES.filter((state) => !seen.has(state))).toEqual([])
  })
})
