import type { ReadingMeasure } from '../../lint/reading-grade.ts'

/** The automated readability index (Smith and Senter, 1967). It needs no syllables, and Arabic writes few of its vowels. */
export const reading: ReadingMeasure = {
  gradeOf: ({ letters, words, sentences }) => 4.71 * (letters / words) + 0.5 * (words / sentences) - 21.43,
}
