import type { ReadingMeasure } from '../../lint/reading-grade.ts'

/** Flesch and Kincaid, 1975. */
export const reading: ReadingMeasure = {
  gradeOf: ({ syllables, words, sentences }) => 0.39 * (words / sentences) + 11.8 * (syllables / words) - 15.59,
  vowels: /[aeiouy]+/g,
  // A silent e.
  silentEnd: /(?<=[^aeioul])e(?:s|d)?$/,
}
