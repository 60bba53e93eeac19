import { expect, test } from 'vitest'
import { readingMinutes } from '../../../src/components/terms/reading-minutes.ts'

const JAPANESE = '本規約は、お客様のデータの利用について定めるものです。'.repeat(100)

test('words take a minute for 230, letters of Chinese and Japanese for 500, and nothing less than one', () => {
  expect(readingMinutes('')).toBe(1)
  expect(readingMinutes('one two-three four’s 5. '.repeat(230))).toBe(4)
  expect(readingMinutes('我'.repeat(2000))).toBe(4)
  // The mark of a long vowel is a letter like the others.
  expect(readingMinutes('データ'.repeat(1000))).toBe(6)
})

// Cause: with one word of another script each letter was counted as a word too, and 5 minutes were 16.
test('a word of another script among Japanese or Chinese is one word more', () => {
  expect(readingMinutes(JAPANESE)).toBe(5)
  expect(readingMinutes(`API ${JAPANESE}`)).toBe(5)
  expect(readingMinutes(`${JAPANESE}${'のAPIを'.repeat(460)}`)).toBe(9)
})
