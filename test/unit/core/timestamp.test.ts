import { describe, expect, it } from 'vitest'
import { parseTimestamp, toTimestamp } from '../../../src/core/timestamp.ts'

describe('parseTimestamp', () => {
  it.each(['2027-01-31T00:00:00Z', '2028-02-29T23:59:59.999Z', '1999-12-31T12:00:00.5Z'])('reads %s', (text) => {
    expect(parseTimestamp(text)).toBe(Date.parse(text))
  })

  it.each([
    '2027-02-31T00:00:00Z',
    '2027-02-29T00:00:00Z',
    '2100-02-29T00:00:00Z',
    '2027-00-10T00:00:00Z',
    '2027-13-10T00:00:00Z',
    '2027-01-00T00:00:00Z',
    '2027-01-10T24:00:00Z',
    '2027-01-10T00:00:60Z',
    '2027-01-10T00:00:00+00:00',
    '2027-01-10T00:00:00',
    '2027-01-10',
    '2027-01-10 00:00:00Z',
    'tomorrow',
    '',
  ])('D14: refuses %j', (text) => {
    expect(parseTimestamp(text)).toBeUndefined()
  })

  it('reads what toTimestamp writes', () => {
    expect(parseTimestamp(toTimestamp(1_800_000_000_123))).toBe(1_800_000_000_123)
  })
})
