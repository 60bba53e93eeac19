import type { ReadingMeasure } from '../../lint/reading-grade.ts'

/**
 * The formula of Shibasaki and Hara for Japanese prose (Mathematical Linguistics 27(6), 2010), made from the school books of grades 1 to 12:
 * the percentage of hiragana, and the predicates of a sentence. Here each comma and each full stop counts as one predicate, which is rather
 * too many.
 *
 * jReadability (Hasebe and Lee, 2015) has no school grades. It measures levels of learners, from the origin and the class of each word,
 * which only a dictionary has.
 */
export const reading: ReadingMeasure = {
  gradeOf: ({ hiragana, letters, clauses, sentences }) =>
    14.016 - 0.145 * ((100 * hiragana) / letters) + 0.587 * (clauses / sentences),
}
