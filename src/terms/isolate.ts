import type { TemplateWords } from './words.ts'

// Before anything that is kept apart already: one isolate within another would be marked on screen as a hidden character.
const OF_ANOTHER_DIRECTION = /^[^\u2068]*[^\p{sc=Arab}\p{sc=Hebr}\p{P}\s\u2068]/u

/** Keeps a value apart in a text that runs from right to left, so that it cannot reorder the sentence around it (UAX 9, FSI … PDI). */
export function isolateValue(value: string, words: TemplateWords): string {
  return words.direction === 'rtl' && OF_ANOTHER_DIRECTION.test(value) ? `\u2068${value}\u2069` : value
}
