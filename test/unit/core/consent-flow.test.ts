import { describe, expect, it } from 'vitest'
import {
  CONSENT_STATES,
  type ConsentEvent,
  type ConsentFlow,
  INITIAL_FLOW,
  isAsking,
  isRefused,
  offersAccept,
  transition,
} from '../../../src/core/consent-flow.ts'

const TEXT = '# Terms'
const shown: ConsentEvent = { type: 'terms', terms: { status: 'shown', text: TEXT } }
const asks: ConsentEvent = { type: 'asks', reason: 'first', held: false, granted: [] }
const accept: ConsentEvent = { type: 'accept', text: TEXT }
const held: ConsentEvent = { type: 'held', expiring: false, granted: [] }
const walked = (...events: readonly ConsentEvent[]): ConsentFlow => events.reduce(transition, INITIAL_FLOW)

describe('the table of the consent flow', () => {
  it('asks in the states that have a question, and offers Accept only where terms can be on screen', () => {
    expect(CONSENT_STATES.filter(isAsking)).toEqual([
      'terms-loading',
      'terms-error',
      'terms-invalid',
      'ready',
      'choosing',
      'reading-required',
      'submit-error',
      'offline',
      'update-minor',
      'update-material',
      'expired',
      'device-unknown',
      'unsupported',
    ])
    const unable = ['terms-loading', 'terms-error', 'terms-invalid', 'unsupported']
    expect(CONSENT_STATES.filter(isAsking).filter((state) => !offersAccept(state))).toEqual(unable)
    expect(CONSENT_STATES.filter(offersAccept).filter((state) => !isAsking(state))).toEqual([])
  })

  it('goes from the question to the license by one act', () => {
    const flow = walked(asks, shown, accept, { type: 'sending' }, held)
    expect(flow).toMatchObject({ state: 'licensed', held: true, acted: true })
  })

  it('calls a license that it did not see being given `already-licensed`', () => {
    expect(walked(held).state).toBe('already-licensed')
    expect(walked(asks, shown, { type: 'sending' }, held).state).toBe('already-licensed')
    expect(walked({ type: 'queued' }, held).state).toBe('already-licensed')
  })

  it('says when a license ends soon, until it is waved away', () => {
    const ending = walked({ type: 'held', expiring: true, granted: [] })
    expect(ending.state).toBe('expiring')
    expect(transition(ending, { type: 'dismiss' }).state).toBe('already-licensed')
  })

  it('experience 7: required reading holds Accept back and tells what is missing, until it has happened', () => {
    const unread = walked(asks, shown, { type: 'reading', mustRead: true })
    expect(unread.state).toBe('reading-required')
    const early = transition(unread, accept)
    expect(early).toMatchObject({ state: 'reading-required', missing: ['reading'] })
    expect(transition(early, { type: 'decline' }).state).toBe('declined')
    expect(transition(early, { type: 'reading', mustRead: false })).toMatchObject({ state: 'ready', missing: [] })
  })

  it('hostile H3: an Accept of another text than the one on screen moves nothing', () => {
    const flow = transition(walked(asks, shown), { type: 'accept', text: '# Other terms' })
    expect(flow).toMatchObject({ state: 'ready', missing: ['terms'] })
  })

  it('experience 6: a dismissed question is not put again for the same reason, and is for another', () => {
    const dismissed = walked(asks, shown, { type: 'dismiss' })
    expect(transition(dismissed, asks).state).toBe('dismissed')
    const lost = transition(dismissed, { type: 'asks', reason: 'device-unknown', held: false, granted: [] })
    expect(lost.state).toBe('device-unknown')
  })

  it('experience 14: a declined update leaves what was agreed, and can be asked for again', () => {
    const update: ConsentEvent = { type: 'asks', reason: 'update-material', held: true, granted: ['support'] }
    const kept = walked(held, shown, update, { type: 'decline' }, { type: 'kept', reason: 'update-material' })
    expect(kept).toMatchObject({ state: 'declined', held: true })
    expect(transition(kept, { type: 'reopen' }).state).toBe('update-material')
    expect(transition(kept, { type: 'withdraw' }).state).toBe('withdrawing')
  })

  it('experience 13: withdraws by one act from the license, also one that still waits, and not from nothing', () => {
    expect(walked(held, { type: 'withdraw' }, { type: 'withdrawn' }).state).toBe('withdrawn')
    expect(walked(asks, shown, accept, { type: 'queued' }, { type: 'withdraw' }).state).toBe('withdrawing')
    expect(walked(asks, shown, { type: 'withdraw' }).state).toBe('ready')
  })

  // A refused withdrawal ended like one that was stored, without another try.
  it('experience 11 and 13: a withdrawal that the service refused can be tried again, and one that it stored not', () => {
    const leaving = walked(held, { type: 'withdraw' }, { type: 'withdrawing' })
    const refused = transition(leaving, { type: 'withdrawn', code: 'invalid_license' })
    expect([isRefused(refused), refused.held]).toEqual([true, false])
    const again = transition(refused, { type: 'withdraw' })
    expect([again.state, isRefused(again)]).toEqual(['withdrawing', false])
    const done = transition(again, { type: 'withdrawn' })
    expect([isRefused(done), transition(done, { type: 'withdraw' })]).toEqual([false, done])
  })

  // The next news of the client, such as a change of the network, took the choices away under the error.
  it('experience 11: a refusal keeps what was chosen, to be tried again', () => {
    const chosen = walked(asks, shown, { type: 'choose', usecase: 'support', on: true }, accept)
    const refused = transition(chosen, { type: 'refused', code: 'invalid_license' })
    expect(transition(refused, asks)).toMatchObject({ state: 'submit-error', granted: ['support'] })
  })

  it('leaves one’s own agreement as it is when one opens it and goes', () => {
    const open = walked(shown, { type: 'held', expiring: false, granted: ['support'] }, { type: 'reopen', granted: ['support'] })
    expect(open).toMatchObject({ state: 'choosing', reason: 'change', granted: ['support'] })
    for (const type of ['dismiss', 'decline'] as const) expect(transition(open, { type }).state).toBe('already-licensed')
  })

  it('keeps one’s own Accept under way until it is answered, and lets go of another tab’s that vanished', () => {
    const own = walked(asks, shown, accept, { type: 'sending' })
    for (const news of [asks, { type: 'declined' }, { type: 'withdrawn' }, { type: 'kept', reason: 'update-minor' }] as const)
      expect(transition(own, news).state).toBe('submitting')
    const other = walked(asks, shown, { type: 'sending' })
    expect([other.state, other.acted]).toEqual(['submitting', false])
    expect(transition(other, asks).state).toBe('ready')
    expect(transition(other, { type: 'declined' }).state).toBe('declined')
    expect(transition(other, { type: 'withdrawn' }).state).toBe('withdrawn')
  })

  it('follows what another tab does, wherever this one has come to', () => {
    const waiting = walked(asks, shown, accept, { type: 'queued' })
    expect(transition(waiting, { type: 'withdrawn' }).state).toBe('withdrawn')
    const ends: readonly ConsentEvent[] = [{ type: 'decline' }, { type: 'dismiss' }, { type: 'withdrawn' }]
    for (const end of ends) expect(walked(asks, shown, end, held).state).toBe('already-licensed')
    const early = walked(asks, shown, { type: 'accept', text: '# Other terms' }, { type: 'declined' })
    expect(early.state).toBe('declined')
  })

  it('counts a withdrawal that an earlier visit left behind as one’s own, and another tab’s not', () => {
    expect(walked({ type: 'withdrawing' }).acted).toBe(true)
    expect(walked(held, { type: 'withdrawing' }).acted).toBe(false)
    expect(walked(held, { type: 'withdraw' }).acted).toBe(true)
  })

  it('puts a new question after a withdrawal, the same one not, and forgets a refusal of it that came right', () => {
    const refused = walked(shown, held, { type: 'withdraw' }, { type: 'withdrawn', code: 'invalid_license' })
    const done = transition(refused, asks)
    expect([done.state, isRefused(done)]).toEqual(['withdrawn', false])
    expect(transition(done, asks)).toBe(done)
    expect(isRefused(walked(asks, shown, accept, { type: 'refused', code: 'invalid_license' }))).toBe(false)
  })

  it('lets nothing be chosen while an Accept is under way, and the choices of a change be none', () => {
    const sending = walked(asks, shown, accept, { type: 'sending' })
    expect(transition(sending, { type: 'choose', usecase: 'support', on: true })).toBe(sending)
    const chosen = walked(asks, shown, { type: 'choose', usecase: 'support', on: true })
    expect(chosen.state).toBe('choosing')
    expect(transition(chosen, { type: 'choose', usecase: 'research', on: true }).granted).toEqual(['support', 'research'])
    expect(transition(chosen, { type: 'choose', usecase: 'support', on: false }).state).toBe('ready')
    expect(walked(shown, held, { type: 'reopen' }).state).toBe('choosing')
    expect(walked(asks, shown, { type: 'decline' }, { type: 'reopen' }).state).toBe('ready')
  })

  it('stays unable where the platform is, also when it is asked for again', () => {
    const dismissed = walked(asks, shown, { type: 'unsupported' }, { type: 'dismiss' })
    expect([dismissed.state, transition(dismissed, { type: 'reopen' }).state]).toEqual(['dismissed', 'unsupported'])
  })

  it('tells each thing that an Accept came too early for, until it is mended', () => {
    const unread = walked(asks, shown, { type: 'reading', mustRead: true })
    const early = transition(unread, { ...accept, text: '# Other terms', empty: true, obscured: true })
    expect(early).toMatchObject({ missing: ['terms', 'reading', 'purposes', 'visibility'], error: 'decision_obscured' })
    expect(transition(unread, accept).error).toBeUndefined()
    const shownAgain = transition(early, shown)
    expect(shownAgain.missing).toEqual(['reading', 'purposes', 'visibility'])
    expect(transition(shownAgain, shown)).toBe(shownAgain)
    const read = transition(early, { type: 'reading', mustRead: false })
    expect(read.missing).toEqual(['purposes', 'visibility'])
    const loading = transition(early, { type: 'terms', terms: { status: 'loading' } })
    expect(loading.missing).toContain('terms')
  })
})
