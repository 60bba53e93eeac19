import { expect, test } from 'vitest'
import { count } from '../../../src/cli/count.ts'

test('a number has its noun in the singular or the plural', () => {
  expect([0, 1, 2].map((number) => count(number, 'event'))).toEqual(['0 events', '1 event', '2 events'])
})
