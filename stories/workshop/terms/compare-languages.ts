import type { LintFinding } from '../../../src/core/errors.ts'
import { lintTranslations } from '../../../src/terms/lint/index.ts'
import { languageName } from '../shared/language-name.ts'
import type { CheckedWording } from './check-wording.ts'

/** Returns the clauses, numbers, dates, recipients and amounts that one language of a draft has and another lacks. */
export function compareLanguages(checked: readonly CheckedWording[]): readonly LintFinding[] {
  const texts = checked.flatMap(({ locale, terms }) =>
    terms === undefined ? [] : [{ locale, text: terms.text, file: languageName(locale) }],
  )
  return lintTranslations(texts)
}

/** Returns what a person should know before downloading a draft. */
export function warningsOf(checked: readonly CheckedWording[], differences: readonly LintFinding[]): readonly string[] {
  const errors = checked.flatMap(({ locale, findings }) => {
    const count = findings.filter(({ finding }) => finding.severity === 'error').length
    return count === 0
      ? []
      : [`${languageName(locale)} has ${count === 1 ? '1 error' : `${count} errors`}. Correct the wording before people sign it.`]
  })
  const [first] = differences
  if (first === undefined) return errors
  const rest = differences.length === 1 ? '' : ` There are ${differences.length - 1} more differences.`
  return [...errors, `The languages differ. ${first.file}: ${first.message}${rest}`]
}
