import { expect, test } from 'vitest'
import { readingMinutes } from '../../../src/components/terms/reading-minutes.ts'

const JAPANESE = '本規約は、お客様のデータの利用について定めるものです。'.repeat(100)

test('counts 230 words or 500 ideographs a minute, and at least one minute', () => {
  expect(readingMinutes('')).toBe(1)
  expect(readingMinutes('one two-three four’s 5. '.repeat(230))).toBe(4)
  expect(readingMinutes('我'.repeat(2000))).toBe(4)
  // The prolonged sound mark counts as a letter.
  expect(readingMinutes('データ'.repeat(1000))).toBe(6)
})

// Regression: one word of another script made each ideograph count as a word, so 5 minutes became 16.
test('counts a word of another script among ideographs as one word', () => {
  expect(readingMinutes(JAPANESE)).toBe(5)
  expect(readingMinutes(`API ${JAPANESE}`)).toBe(5)
  expect(readingMinutes(`${JAPANESE}${'のAPIを'.repeat(460)}`)).toBe(9)
})
