import { type Fault, placeIn } from '../finding.ts'
import { type Rule, sentencesOf, titleOf } from '../judged.ts'
import { readingGrade } from '../reading-grade.ts'

/** Finds a text that needs more school than its limit, and reports its longest sentence. */
export const findReadingGrade: Rule = (judged) => {
  const { blocks, locale, maxGrade } = judged
  const prose = blocks.map((one) => one.prose.replaceAll('|', '.')).join('\n')
  const grade = readingGrade(prose, locale)
  const hardest = sentencesOf(judged).reduce(
    (best, one) => (one.text.length > (best?.text.length ?? 0) ? one : best),
    sentencesOf(judged)[0],
  )
  const title = titleOf(judged)
  if (grade === undefined || grade <= maxGrade || title === undefined) return []
  const fault: Fault = {
    rule: 'reading_grade',
    severity: 'warning',
    ...(hardest === undefined ? placeIn(title) : placeIn(hardest.block, hardest.from, hardest.to)),
    message: `The text has school grade ${grade}, and ${maxGrade} is the limit. Many readers would not understand it. This is its longest sentence.`,
    fix: 'Use shorter sentences and more common words.',
  }
  return [fault]
}
