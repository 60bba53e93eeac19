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
const asks: ConsentEvent = { type: 'asks', reason: 'first', isLicensed: false, granted: [] }
const accept: ConsentEvent = { type: 'accept', text: TEXT }
const licensed: ConsentEvent = { type: 'licensed', expiring: false, granted: [] }
const walked = (...events: readonly ConsentEvent[]): ConsentFlow => events.reduce(transition, INITIAL_FLOW)

describe('the table of the consent flow', () => {
  it('asks in the states with a question, and offers Accept only where terms can be on screen', () => {
    expect(CONSENT_STATES.filter(isAsking)).toEqual([
      'device-slow',
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
    const unable = ['device-slow', 'terms-loading', 'terms-error', 'terms-invalid', 'unsupported']
    expect(CONSENT_STATES.filter(isAsking).filter((state) => !offersAccept(state))).toEqual(unable)
    expect(CONSENT_STATES.filter(offersAccept).filter((state) => !isAsking(state))).toEqual([])
  })

  // Regression: a person with a license was asked again, because their disk was slow.
  it('offers Decline and no Accept while the device is slow, and keeps the choices for a first question', () => {
    const choose: ConsentEvent = { type: 'choose', usecase: 'support', on: true }
    const slow = walked(shown, { type: 'slow' }, choose)
    expect(slow).toMatchObject({ state: 'device-slow', granted: ['support'] })
    expect(transition(slow, accept)).toMatchObject({ state: 'device-slow', missing: [] })
    expect(transition(slow, { type: 'decline' }).state).toBe('declined')
    expect(transition(slow, licensed).state).toBe('already-licensed')
    expect(transition(slow, asks)).toMatchObject({ state: 'choosing', granted: ['support'] })
  })

  it('goes from the question to the license in one act', () => {
    const flow = walked(asks, shown, accept, { type: 'sending' }, licensed)
    expect(flow).toMatchObject({ state: 'licensed', isLicensed: true, acted: true })
  })

  it('shows a license from another page or visit as `already-licensed`', () => {
    expect(walked(licensed).state).toBe('already-licensed')
    expect(walked(asks, shown, { type: 'sending' }, licensed).state).toBe('already-licensed')
    expect(walked({ type: 'queued' }, licensed).state).toBe('already-licensed')
  })

  it('shows that a license ends soon, until the person dismisses it', () => {
    const ending = walked({ type: 'licensed', expiring: true, granted: [] })
    expect(ending.state).toBe('expiring')
    expect(transition(ending, { type: 'dismiss' }).state).toBe('already-licensed')
  })

  it('experience 7: refuses Accept and lists the required reading as missing until the terms are read', () => {
    const unread = walked(asks, shown, { type: 'reading', mustRead: true })
    expect(unread.state).toBe('reading-required')
    const early = transition(unread, accept)
    expect(early).toMatchObject({ state: 'reading-required', missing: ['reading'] })
    expect(transition(early, { type: 'decline' }).state).toBe('declined')
    expect(transition(early, { type: 'reading', mustRead: false })).toMatchObject({ state: 'ready', missing: [] })
  })

  it('H3: ignores an Accept of a text that is not on screen', () => {
    const flow = transition(walked(asks, shown), { type: 'accept', text: '# Other terms' })
    expect(flow).toMatchObject({ state: 'ready', missing: ['terms'] })
  })

  it('experience 6: asks again after a dismissal only for another reason', () => {
    const dismissed = walked(asks, shown, { type: 'dismiss' })
    expect(transition(dismissed, asks).state).toBe('dismissed')
    const lost = transition(dismissed, { type: 'asks', reason: 'device-unknown', isLicensed: false, granted: [] })
    expect(lost.state).toBe('device-unknown')
  })

  it('experience 14: keeps the license after a declined update, which the person can reopen', () => {
    const update: ConsentEvent = { type: 'asks', reason: 'update-material', isLicensed: true, granted: ['support'] }
    const kept = walked(licensed, shown, update, { type: 'decline' }, { type: 'update-declined', reason: 'update-material' })
    expect(kept).toMatchObject({ state: 'declined', isLicensed: true })
    expect(transition(kept, { type: 'reopen' }).state).toBe('update-material')
    expect(transition(kept, { type: 'withdraw' }).state).toBe('withdrawing')
  })

  it('experience 13: withdraws a license or a queued decision in one act, and ignores a withdrawal of nothing', () => {
    expect(walked(licensed, { type: 'withdraw' }, { type: 'withdrawn' }).state).toBe('withdrawn')
    expect(walked(asks, shown, accept, { type: 'queued' }, { type: 'withdraw' }).state).toBe('withdrawing')
    expect(walked(asks, shown, { type: 'withdraw' }).state).toBe('ready')
    expect(walked({ type: 'withdraw', isLicensed: false }).state).toBe('checking')
  })

  // Regression: the settings showed a license whose agreement had changed, and the button that stops it did nothing on a slow network.
  it('experience 13: withdraws a license before it is known how the agreement has changed', () => {
    expect(walked({ type: 'withdraw', isLicensed: true })).toMatchObject({ state: 'withdrawing', acted: true })
    expect(walked({ type: 'withdraw', isLicensed: true }, { type: 'withdrawing' }, { type: 'withdrawn' }).state).toBe('withdrawn')
  })

  // Regression: a refused withdrawal looked like a stored one, and could not be tried again.
  it('experience 11 and 13: allows another attempt after a refused withdrawal, and none after a stored one', () => {
    const leaving = walked(licensed, { type: 'withdraw' }, { type: 'withdrawing' })
    const refused = transition(leaving, { type: 'withdrawn', code: 'invalid_license' })
    expect([isRefused(refused), refused.isLicensed]).toEqual([true, false])
    const again = transition(refused, { type: 'withdraw' })
    expect([again.state, isRefused(again)]).toEqual(['withdrawing', false])
    const done = transition(again, { type: 'withdrawn' })
    expect([isRefused(done), transition(done, { type: 'withdraw' })]).toEqual([false, done])
  })

  // Regression: the next event of the client, such as a network change, cleared the choices below the error.
  it('experience 11: keeps the choices after a refusal, for another attempt', () => {
    const chosen = walked(asks, shown, { type: 'choose', usecase: 'support', on: true }, accept)
    const refused = transition(chosen, { type: 'refused', code: 'invalid_license' })
    expect(transition(refused, asks)).toMatchObject({ state: 'submit-error', granted: ['support'] })
  })

  it('keeps the license when the person opens their agreement and closes it', () => {
    const open = walked(
      shown,
      { type: 'licensed', expiring: false, granted: ['support'] },
      { type: 'reopen', granted: ['support'] },
    )
    expect(open).toMatchObject({ state: 'choosing', reason: 'change', granted: ['support'] })
    for (const type of ['dismiss', 'decline'] as const) expect(transition(open, { type }).state).toBe('already-licensed')
  })

  it('keeps an Accept of this page in progress until it has a result, and drops an Accept of another tab that disappears', () => {
    const own = walked(asks, shown, accept, { type: 'sending' })
    for (const news of [
      asks,
      { type: 'declined' },
      { type: 'withdrawn' },
      { type: 'update-declined', reason: 'update-minor' },
    ] as const)
      expect(transition(own, news).state).toBe('submitting')
    const other = walked(asks, shown, { type: 'sending' })
    expect([other.state, other.acted]).toEqual(['queued', false])
    expect(transition(other, asks).state).toBe('ready')
    expect(transition(other, { type: 'declined' }).state).toBe('declined')
    expect(transition(other, { type: 'withdrawn' }).state).toBe('withdrawn')
  })

  // Regression: a page that opened while an earlier Accept was sent asked again, and ignored Decline.
  it('experience 13: asks no question about a decision that is on its way, and Decline withdraws it', () => {
    for (const before of [[], [asks], [asks, shown]] as const) {
      const sent = walked(...before, { type: 'sending' })
      expect([sent.state, isAsking(sent.state)]).toEqual(['queued', false])
      expect(transition(sent, { type: 'decline' })).toMatchObject({ state: 'withdrawing', acted: true })
    }
    const own = walked(asks, shown, accept, { type: 'sending' })
    expect([own.state, isAsking(own.state)]).toEqual(['submitting', false])
    for (const type of ['decline', 'withdraw'] as const)
      expect(transition(own, { type })).toMatchObject({ state: 'withdrawing', acted: true })
  })

  it('follows the decision of another tab from every state', () => {
    const waiting = walked(asks, shown, accept, { type: 'queued' })
    expect(transition(waiting, { type: 'withdrawn' }).state).toBe('withdrawn')
    const ends: readonly ConsentEvent[] = [{ type: 'decline' }, { type: 'dismiss' }, { type: 'withdrawn' }]
    for (const end of ends) expect(walked(asks, shown, end, licensed).state).toBe('already-licensed')
    const early = walked(asks, shown, { type: 'accept', text: '# Other terms' }, { type: 'declined' })
    expect(early.state).toBe('declined')
  })

  it('treats an unsent withdrawal of an earlier visit as an act of this page, unlike a withdrawal of another tab', () => {
    expect(walked({ type: 'withdrawing' }).acted).toBe(true)
    expect(walked(licensed, { type: 'withdrawing' }).acted).toBe(false)
    expect(walked(licensed, { type: 'withdraw' }).acted).toBe(true)
  })

  it('asks only a new question after a withdrawal, and clears a refusal when the withdrawal takes effect', () => {
    const refused = walked(shown, licensed, { type: 'withdraw' }, { type: 'withdrawn', code: 'invalid_license' })
    const done = transition(refused, asks)
    expect([done.state, isRefused(done)]).toEqual(['withdrawn', false])
    expect(transition(done, asks)).toBe(done)
    expect(isRefused(walked(asks, shown, accept, { type: 'refused', code: 'invalid_license' }))).toBe(false)
  })

  it('ignores choices while an Accept is in progress, and starts a change with no choices when none are given', () => {
    const sending = walked(asks, shown, accept, { type: 'sending' })
    expect(transition(sending, { type: 'choose', usecase: 'support', on: true })).toBe(sending)
    const chosen = walked(asks, shown, { type: 'choose', usecase: 'support', on: true })
    expect(chosen.state).toBe('choosing')
    expect(transition(chosen, { type: 'choose', usecase: 'research', on: true }).granted).toEqual(['support', 'research'])
    expect(transition(chosen, { type: 'choose', usecase: 'support', on: false }).state).toBe('ready')
    expect(walked(shown, licensed, { type: 'reopen' }).state).toBe('choosing')
    expect(walked(asks, shown, { type: 'decline' }, { type: 'reopen' }).state).toBe('ready')
  })

  it('stays unsupported on an unsupported platform, even after reopening', () => {
    const dismissed = walked(asks, shown, { type: 'unsupported' }, { type: 'dismiss' })
    expect([dismissed.state, transition(dismissed, { type: 'reopen' }).state]).toEqual(['dismissed', 'unsupported'])
  })

  it('lists each thing that an Accept was missing, until it is fixed', () => {
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
