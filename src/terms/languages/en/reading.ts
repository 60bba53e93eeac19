import type { TextCounts } from '../../lint/reading-grade.ts'

/** Flesch and Kincaid, 1975. */
export const gradeOf = ({ syllables, words, sentences }: TextCounts): number =>
  0.39 * (words / sentences) + 11.8 * (syllables / words) - 15.59

export const vowels: RegExp = /[aeiouy]+/g
