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
})
