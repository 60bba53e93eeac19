import type { ReadingMeasure } from '../../lint/reading-grade.ts'

/**
 * The Flesch index with the constants for German (Amstad, 1978), as a school grade.
 *
 * The table of Flesch gives grade 7 for an index of 75, and grades 8 and 9 for 65.
 */
export const reading: ReadingMeasure = {
  gradeOf: ({ syllables, words, sentences }) => 3.25 + 0.15 * (100 - (180 - words / sentences - 58.5 * (syllables / words))),
  vowels: /[aeiouyäöü]+/g,
}
