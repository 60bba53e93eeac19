import type { ReadingMeasure } from '../../lint/reading-grade.ts'

/**
 * The Flesch index with the constant for Portuguese (Martins, Ghiraldelo, Nunes and Oliveira, 1996), as a school grade.
 *
 * The authors name the readers of each 25 points: up to grade 4 above 75, grade 8 above 50, the end of school above 25, university below.
 */
export const reading: ReadingMeasure = {
  gradeOf: ({ syllables, words, sentences }) =>
    (100 - (248.835 - 1.015 * (words / sentences) - 84.6 * (syllables / words))) * (4 / 25),
  vowels: /[aeiouáàâãéêíóôõúü]+/g,
}
