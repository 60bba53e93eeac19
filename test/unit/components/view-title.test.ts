import { describe, expect, it } from 'vitest'
import type { PendingDecision } from '../../../src/client/index.ts'
import { canRetry, errorMessageKey } from '../../../src/components/status/error-message.ts'
import { announcementFor } from '../../../src/components/surface/announcement.ts'
import { viewTitle, withdrawalTitle } from '../../../src/components/surface/view-title.ts'
import { en } from '../../../src/locales/en.ts'
import { createTranslator } from '../../../src/locales/format/translator.ts'

const t = createTranslator(en, 'en')
const FACTS = { reason: 'first', company: 'Acme', isLicensed: true, isRefused: false, pendingDecision: undefined } as const
const pending = (stage: PendingDecision['stage']): PendingDecision => ({
  kind: 'revoke',
  stage,
  since: 0,
  attempts: 0,
  isWaiting: false,
})

describe('the title of a withdrawal', () => {
  // Regression: the title was "You withdrew your permission" before anything was signed, and above a withdrawal that then failed.
  it('experience 11 and 13: shows a withdrawal as done from its signature on, not before', () => {
    const facts = { ...FACTS, status: 'withdrawing' } as const
    expect(viewTitle({ ...facts, pendingDecision: undefined }, t)).toBe(en['status.withdrawing.title'])
    expect(viewTitle({ ...facts, pendingDecision: pending('signing') }, t)).toBe(en['status.withdrawing.title'])
    for (const stage of ['signed', 'sending'] as const)
      expect(viewTitle({ ...facts, pendingDecision: pending(stage) }, t)).toBe(en['status.withdrawn.title'])
    expect(withdrawalTitle({ ...FACTS, status: 'withdrawn' }, t)).toBe(en['status.withdrawn.title'])
  })

  // Regression: a refused withdrawal was titled and announced as done.
  it('experience 11 and 13: does not show a refused withdrawal as done, and leaves the announcement to the alert', () => {
    const facts = { ...FACTS, status: 'withdrawn', isRefused: true } as const
    expect([viewTitle(facts, t), announcementFor(facts, t)]).toEqual([en['status.withdrawing.title'], ''])
  })
})

describe('the title of a revocation without this device', () => {
  const revocation = { requestedBy: 'person', channel: 'letter', timestamp: '2026-11-01T00:00:00.000Z', receipt: 'a.b.c' } as const
  const facts = { ...FACTS, status: 'withdrawn', isLicensed: false } as const

  it('names who asked for it', () => {
    const titles = (['person', 'company', 'court'] as const).map((requestedBy) =>
      viewTitle({ ...facts, revocation: { ...revocation, requestedBy } }, t),
    )
    expect(titles).toEqual([
      'Your permission was stopped, as you asked',
      'Acme ended your permission',
      'A court ended your permission',
    ])
  })

  it('does not stand above a withdrawal of this device that is being sent', () => {
    expect(viewTitle({ ...facts, status: 'withdrawing', revocation }, t)).toBe(en['status.withdrawing.title'])
  })
})

describe('the announcement', () => {
  // Regression: a declined update was announced as "You declined", under a title that the old agreement stays.
  it('experience 18: equals the title of the outcome, even for a declined update', () => {
    for (const isLicensed of [true, false]) {
      const facts = { ...FACTS, status: 'declined', isLicensed } as const
      expect(announcementFor(facts, t)).toBe(viewTitle(facts, t))
    }
    expect(announcementFor({ ...FACTS, status: 'declined' }, t)).toBe(en['status.kept.title'])
  })
})

describe('the announcement of a decision that waits', () => {
  const queued = (attempts: number, isWaiting: boolean) =>
    announcementFor(
      { ...FACTS, status: 'queued', pendingDecision: { ...pending('sending'), kind: 'create', attempts, isWaiting } },
      t,
    )

  // Regression: it kept the text of the first failed attempt while the title showed the next one.
  it('experience 18: names the first attempt and its failure, and is empty from the second attempt on', () => {
    expect([queued(0, false), queued(1, true), queued(1, false), queued(2, true), queued(2, false)]).toEqual([
      en['status.sending.title'],
      en['status.queued.title'],
      '',
      '',
      '',
    ])
  })
})

describe('the text of an error', () => {
  // Regression: Retry was offered for errors that only a change of the app can fix.
  it.each([
    'invalid_configuration',
    'invalid_client',
    'not_found',
    'method_not_allowed',
    'license_expired',
    'payload_too_large',
  ] as const)('experience 11: offers no retry for %s', (code) => {
    expect(canRetry(errorMessageKey(code))).toBe(false)
  })
})
