import { expect, test } from 'vitest'
import { nameOf } from '../../../src/service/storage/postgres.ts'

// Regression: names were numbers in the order of use, so behind a pooler one process could run a statement of another one.
test('the name of a prepared statement depends on its text only, and fits into an identifier of PostgreSQL', () => {
  expect(nameOf('SELECT $1')).toBe('licet_Floi2Oq-MAp0MKHGPovYG2-8')
  expect(nameOf('SELECT $1')).toBe(nameOf('SELECT $1'))
  expect(nameOf('SELECT $1 ')).not.toBe(nameOf('SELECT $1'))
  expect(nameOf('x'.repeat(100_000)).length).toBeLessThan(64)
})
