import type { Words } from './words.ts'

const OF_ANOTHER_DIRECTION = /[^\p{Script=Arabic}\p{Script=Hebrew}\p{P}\s]/u

/** Keeps a value apart in a text that runs from right to left, so that it cannot reorder the sentence around it (UAX 9, FSI … PDI). */
export function isolateValue(value: string, words: Words): string {
  return words.direction === 'rtl' && OF_ANOTHER_DIRECTION.test(value) ? `\u2068${value}\u2069` : value
}
