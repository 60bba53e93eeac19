import { describe, expect, it } from 'vitest'
import type { PendingDecision } from '../../../src/client/index.ts'
import { titleOf, withdrawalTitle } from '../../../src/components/screen/title.ts'
import { en } from '../../../src/locales/en.ts'
import { createTranslator } from '../../../src/locales/format/translator.ts'

const t = createTranslator(en, 'en')
const pending = (stage: PendingDecision['stage']): PendingDecision => ({ kind: 'revoke', stage, since: 0, attempts: 0 })

describe('the title while withdrawing', () => {
  // The title said "You withdrew your permission" before anything was signed, and over a withdrawal that then failed.
  it('experience 11 and 13: says that it is done once it is signed, and not before', () => {
    const facts = { state: 'withdrawing', reason: 'first', company: 'Acme', licensed: true } as const
    expect(titleOf({ ...facts, pending: undefined }, t)).toBe(en['status.withdrawing.title'])
    expect(titleOf({ ...facts, pending: pending('signing') }, t)).toBe(en['status.withdrawing.title'])
    for (const stage of ['signed', 'sending'] as const)
      expect(titleOf({ ...facts, pending: pending(stage) }, t)).toBe(en['status.withdrawn.title'])
    expect(withdrawalTitle('withdrawn', undefined, t)).toBe(en['status.withdrawn.title'])
  })
})
