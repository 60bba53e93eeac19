import { expect, test } from 'vitest'
import { lastDayOf } from '../../../src/core/last-day.ts'

// Regression: "Until 22 November" ended when that day began.
test.each([
  ['midnight', '2028-11-22T00:00:00.000Z', '2028-11-21'],
  ['the last minute of a day', '2028-11-22T23:59:00Z', '2028-11-22'],
  ['the last second of a day', '2028-11-22T23:59:59.999Z', '2028-11-22'],
  ['an hour of a day', '2028-11-22T09:56:32.587Z', '2028-11-21'],
  ['the start of a year', '2029-01-01T00:00:00.000Z', '2028-12-31'],
])('the last whole day before %s is named', (_, end, day) => {
  expect(lastDayOf(end).slice(0, 10)).toBe(day)
})

test('text that is not a time stays the same', () => {
  expect(lastDayOf('')).toBe('')
})
