import type { ReadingMeasure } from '../../lint/reading-grade.ts'

/**
 * The formula of Shibasaki and Hara for Japanese prose (2010), made from the school books of grades 1 to 12: the percentage of hiragana, and
 * the predicates of a sentence. Here each comma and each full stop counts as one predicate, which is rather too many.
 */
export const reading: ReadingMeasure = {
  gradeOf: ({ hiragana, letters, clauses, sentences }) =>
    14.016 - 0.145 * ((100 * hiragana) / letters) + 0.587 * (clauses / sentences),
}
