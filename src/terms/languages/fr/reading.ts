import type { ReadingMeasure } from '../../lint/reading-grade.ts'

/** Kandel and Moles, 1958, as a school grade. */
export const reading: ReadingMeasure = {
  gradeOf: ({ syllables, words, sentences }) => 20.2 - 0.165 * (207 - 1.015 * (words / sentences) - 73.6 * (syllables / words)),
  vowels: /[aeiouyàâéèêëîïôöûùüœ]+/g,
}
