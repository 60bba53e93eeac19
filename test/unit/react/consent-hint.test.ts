import { describe, expect, it } from 'vitest'
import { checksum } from '../../../src/core/checksum.ts'
import { INITIAL_FLOW } from '../../../src/core/consent-flow.ts'
import { readConsentHint, toHintedState, toSubject } from '../../../src/react/hint/consent-hint.ts'
import { toHint } from '../../../src/react/hint/keep-hint.ts'
import { SERVER_VIEW } from '../../../src/react/store/consent-view.ts'

const agreement = { company: { name: 'Acme' }, expiry: null, purposes: ['analytics'] }
const about = checksum(agreement)

describe('readConsentHint', () => {
  it.each([
    ['licet=licensed.1', 'licensed.1'],
    ['session=1; licet=declined.2; other=licet=x', 'declined.2'],
    ['notlicet=licensed.1', null],
    ['licet=', ''],
    ['', null],
    [null, null],
    [undefined, null],
  ])('reads the header %j as %j', (header, hint) => {
    expect(readConsentHint(header)).toBe(hint)
  })

  it('reads the cookies of Next.js and Astro', () => {
    const cookies = new Map([['licet', { value: 'withdrawn.3' }]])
    expect(readConsentHint(cookies)).toBe('withdrawn.3')
    expect(readConsentHint(new Map())).toBeNull()
  })
})

describe('the hint', () => {
  it('is about one agreement, and the same in each process', () => {
    expect(about).toBe('23gedfz9xsi')
    expect(checksum({ ...agreement, purposes: ['support'] })).not.toBe(about)
    const userId = undefined
    const cookie = `licensed.${about}`
    expect(toHintedState({ cookie, agreement, userId })).toBe('already-licensed')
    expect(toHintedState({ cookie, agreement: { ...agreement, expiry: '2030-01-01T00:00:00Z' }, userId })).toBeUndefined()
    expect(toHintedState({ cookie: '', agreement, userId })).toBeUndefined()
    expect(toHintedState({ cookie: null, agreement, userId })).toBe('ask')
  })

  // Regression: the next person at the same browser read that they had agreed.
  it('experience 22: is about one person, without saying who', () => {
    const cookie = `licensed.${toSubject({ agreement, userId: 'ada@example.com' })}`
    expect(cookie).toMatch(/^licensed\.23gedfz9xsi\.[0-9a-z]{2}$/)
    expect(toHintedState({ cookie, agreement, userId: 'ada@example.com' })).toBe('already-licensed')
    expect(toHintedState({ cookie, agreement, userId: 'grace@example.com' })).toBeUndefined()
    expect(toHintedState({ cookie, agreement, userId: undefined })).toBeUndefined()
    const people = Array.from({ length: 2000 }, (_, at) => `licensed.${toSubject({ agreement, userId: `user-${at}` })}`)
    // Too few values to recognize one of many people.
    expect(new Set(people).size).toBeLessThanOrEqual(1296)
    expect(new Set(people).size).toBeGreaterThan(900)
  })

  // A template contains functions and its parsed text, which is large.
  it('counts a template with its name, version and language', () => {
    const template = { name: 'rewards', version: '1', locale: 'en', tree: { children: [] }, words: { date: () => '' } }
    const other = { ...template, tree: { children: [1] } }
    expect(checksum({ template })).toBe(checksum({ template: other }))
    expect(checksum({ template })).not.toBe(checksum({ template: { ...template, version: '2' } }))
  })

  it.each([
    ['ready', false, ''],
    ['dismissed', false, ''],
    ['expired', false, ''],
    ['unsupported', false, ''],
    ['licensed', true, 'licensed.'],
    ['already-licensed', true, 'licensed.'],
    ['expiring', true, 'licensed.'],
    ['declined', true, 'licensed.'],
    ['declined', false, 'declined.'],
    ['withdrawn', false, 'withdrawn.'],
    ['withdrawing', false, 'answered.'],
    ['queued', false, 'answered.'],
    ['update-material', true, 'answered.'],
    ['checking', false, undefined],
    ['submitting', false, undefined],
  ] as const)('in the state %s (licensed: %s) is %j', (state, isLicensed, hint) => {
    const view = { ...SERVER_VIEW, flow: { ...INITIAL_FLOW, state, isLicensed } }
    expect(toHint(view, about)).toBe(hint === '' ? '' : hint && hint + about)
  })

  it('is not kept by a browser that keeps no license', () => {
    const view = { ...SERVER_VIEW, flow: { ...INITIAL_FLOW, state: 'licensed' as const, isLicensed: true } }
    expect(toHint({ ...view, client: { ...view.client, storage: 'memory' } }, about)).toBe('')
  })
})
