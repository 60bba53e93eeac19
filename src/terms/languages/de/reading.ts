import type { ReadingMeasure } from '../../lint/reading-grade.ts'

/** The first Vienna formula for non-fiction (Bamberger and Vanecek, 1984). */
export const reading: ReadingMeasure = {
  gradeOf: ({ manySyllables, longWords, oneSyllable, words, sentences }) =>
    0.1935 * ((100 * manySyllables) / words) +
    0.1672 * (words / sentences) +
    0.1297 * ((100 * longWords) / words) -
    0.0327 * ((100 * oneSyllable) / words) -
    0.875,
  vowels: /[aeiouyäöü]+/g,
}
