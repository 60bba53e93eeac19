import type { TextCounts } from '../../lint/reading-grade.ts'

/** Crawford, 1984, made for Spanish. */
export const gradeOf = ({ syllables, words, sentences }: TextCounts): number =>
  -0.205 * ((100 * sentences) / words) + 0.049 * ((100 * syllables) / words) - 3.407

export const vowels: RegExp = /[aeiouáéíóúü]+/g
