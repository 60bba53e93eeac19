import { describe, expect, it } from 'vitest'
import type { License } from '../../../src/core/license.ts'
import { en } from '../../../src/locales/en.ts'
import { agreedWords, receiptText } from '../../../src/locales/format/receipt-text.ts'
import { createTranslator } from '../../../src/locales/format/translator.ts'

const t = createTranslator(en, 'en')
const license: License = {
  id: '01a1fa11-95fa-7fa6-a424-b84ab5a144d2',
  providerId: 'provider',
  address: 'tKOrd32FRn45baFc5IccGp8B7Ji3I4igCetG4TZ923M',
  ptr: 'person',
  origin: 'com.example.acme',
  terms: '## What you get\n\n- 1,100 points, once\n\nThe law of Ireland applies.',
  termsHash: 'CC6pW7DtWDSH5HjUVeCRxAgOREMQipum5T7HzrBJMx0',
  description: 'Receipts for points',
  tags: ['purchase_history'],
  uses: [{ usecases: ['analytics'], destinations: ['acme.example'] }],
  expiry: '2027-11-20T00:00:00Z',
  signature: '',
  timestamp: '2026-11-20T17:46:00.000Z',
  status: 'active',
  receipt: '',
}
const namesOf = (lines: readonly (readonly [string, ...unknown[]])[]) => lines.map(([name]) => name)

describe('the text of a receipt', () => {
  it('experience 12: has the facts first, with reward and law, and the numbers among the details', () => {
    const words = { compensation: '1,100 points, once', jurisdiction: 'Ireland' }
    const { heading, state, facts, details } = receiptText(license, 'Acme', t, { words, zone: 'UTC' })
    expect(heading).toBe('You agreed on 20\u00a0November 2026')
    expect(state).toBe('Active until 19\u00a0November 2027')
    expect(namesOf(facts)).toEqual(['Your data', 'What for', 'What you get', 'Who gets it', 'Law', 'How to stop'])
    expect(namesOf(details)).toEqual(['Agreed on', 'App', 'License number', 'Fingerprint of the terms', 'Key of this device'])
  })

  it('experience 12: names the end as a fact where the state does not', () => {
    const { expiry: _, ...endless } = license
    expect(namesOf(receiptText(endless, 'Acme', t).facts)).toContain('Until')
    const stopped = receiptText({ ...license, status: 'revoked' }, 'Acme', t)
    expect([stopped.state, namesOf(stopped.facts).includes('Until')]).toEqual(['Stopped on this device', true])
    expect(receiptText(license, 'Acme', t, { hasState: false }).state).toBe(undefined)
  })

  it.each([
    ['Stopped on all devices', { uses: [], vouched: true }],
    ['Stopped on this device', { uses: [], vouched: false }],
    ['Stopped on this device', { uses: [], vouched: true, 'x-scope': 'device' }],
    ['Stopped on this device', { vouched: true }],
    ['Stopped on another device', { vouched: true, endedBy: '01a2037b-f335-7886-80f2-1b46ede29c3f' }],
  ])('states the devices of a withdrawal: %s', (state, members) => {
    expect(receiptText({ ...license, ...members, status: 'revoked' }, 'Acme', t).state).toBe(state)
  })

  it.each([
    ['1,100 points, once', '1,100 points, once'],
    ['1,100 points', '1,100 points'],
    // Part of a number or of a word.
    ['100 points', undefined],
    ['1,100 point', undefined],
    ['50 points', undefined],
    [null, undefined],
  ])('D15: the reward %s is on a receipt only where the signed terms contain it', (compensation, shown) => {
    expect(agreedWords(license, { compensation }).compensation).toBe(shown)
  })
})
