import { describe, expect, it } from 'vitest'
import type { PendingDecision } from '../../../src/client/index.ts'
import { announcementFor } from '../../../src/components/consent/announcement.ts'
import { errorMessageKey } from '../../../src/components/consent/error-message.ts'
import { viewTitle, withdrawalTitle } from '../../../src/components/consent/view-title.ts'
import { en } from '../../../src/locales/en.ts'
import { createTranslator } from '../../../src/locales/format/translator.ts'

const t = createTranslator(en, 'en')
const FACTS = { reason: 'first', company: 'Acme', licensed: true, refused: false, pendingDecision: undefined } as const
const pending = (stage: PendingDecision['stage']): PendingDecision => ({ kind: 'revoke', stage, since: 0, attempts: 0 })

describe('the title while withdrawing', () => {
  // The title said "You withdrew your permission" before anything was signed, and over a withdrawal that then failed.
  it('experience 11 and 13: says that it is done once it is signed, and not before', () => {
    const facts = { ...FACTS, status: 'withdrawing' } as const
    expect(viewTitle({ ...facts, pendingDecision: undefined }, t)).toBe(en['status.withdrawing.title'])
    expect(viewTitle({ ...facts, pendingDecision: pending('signing') }, t)).toBe(en['status.withdrawing.title'])
    for (const stage of ['signed', 'sending'] as const)
      expect(viewTitle({ ...facts, pendingDecision: pending(stage) }, t)).toBe(en['status.withdrawn.title'])
    expect(withdrawalTitle({ ...FACTS, status: 'withdrawn' }, t)).toBe(en['status.withdrawn.title'])
  })

  // A refused withdrawal was titled and announced as done.
  it('experience 11 and 13: does not say that a refused withdrawal is done, and leaves that to the alert', () => {
    const facts = { ...FACTS, status: 'withdrawn', refused: true } as const
    expect([viewTitle(facts, t), announcementFor(facts, t)]).toEqual([en['status.withdrawing.title'], ''])
  })
})

describe('what is announced', () => {
  // "You declined" was said of an update, where the title said that what was agreed to stays.
  it('experience 18: is the title of the outcome, for a declined update too', () => {
    for (const licensed of [true, false]) {
      const facts = { ...FACTS, status: 'declined', licensed } as const
      expect(announcementFor(facts, t)).toBe(viewTitle(facts, t))
    }
    expect(announcementFor({ ...FACTS, status: 'declined' }, t)).toBe(en['status.kept.title'])
  })
})

describe('the text of an error', () => {
  // Another try was offered for what comes back until the app is mended (docs/errors.md, "Of the configuration").
  it.each([
    'invalid_configuration',
    'invalid_client',
    'not_found',
    'method_not_allowed',
    'license_expired',
    'payload_too_large',
  ] as const)('experience 11: says of %s that no other try mends it', (code) => {
    expect(errorMessageKey(code)).toBe('error.setup')
  })
})
