import type { ReadingMeasure } from '../../lint/reading-grade.ts'

/**
 * The automated readability index (Smith and Senter, 1967). It needs no syllables, and Hebrew writes few of its vowels.
 *
 * No formula was made for Hebrew. Its words have few letters, so the length of the sentences decides.
 */
export const reading: ReadingMeasure = {
  gradeOf: ({ letters, words, sentences }) => 4.71 * (letters / words) + 0.5 * (words / sentences) - 21.43,
}
