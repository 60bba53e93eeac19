import type { ReadingMeasure } from '../../lint/reading-grade.ts'

/** Crawford, 1984, made for Spanish. */
export const reading: ReadingMeasure = {
  gradeOf: ({ syllables, words, sentences }) => -0.205 * ((100 * sentences) / words) + 0.049 * ((100 * syllables) / words) - 3.407,
  vowels: /[aeiouáéíóúü]+/g,
}
