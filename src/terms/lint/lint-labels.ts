import type { Agreement } from '../../core/agreement.ts'
import type { LintFinding } from '../../core/errors.ts'
import type { LocalizedText } from '../../core/localized-text.ts'
import type { MakeFinding } from './finding.ts'
import type { LintWords } from './lint-words.ts'

/** Returns the texts of an agreement that the app wrote, by the path of their member. */
export function labelsOf(agreement: Agreement | undefined): Record<string, string> {
  if (agreement === undefined) return {}
  const labels: Record<string, string> = {
    description: agreement.description,
    ...(agreement.compensation === null ? {} : { compensation: agreement.compensation }),
  }
  const add = (path: string, text: LocalizedText | undefined) => {
    if (typeof text === 'object') for (const [locale, one] of Object.entries(text)) labels[`${path}.${locale}`] = one
    else if (text !== undefined) labels[path] = text
  }
  for (const [tag, label] of Object.entries(agreement.tagLabels ?? {})) add(`tagLabels.${tag}`, label)
  agreement.purposes.forEach((one, at) => {
    add(`purposes[${at}].label`, one.label)
    add(`purposes[${at}].description`, one.description)
  })
  return labels
}

/** Finds labels that put the person under pressure. */
export function lintLabels(labels: Readonly<Record<string, string>>, rules: LintWords, findingOf: MakeFinding): LintFinding[] {
  return Object.entries(labels).flatMap(([name, label]) =>
    rules.pressing.test(label.toLowerCase())
      ? [
          findingOf(
            'pressing_label',
            'error',
            `${name} (“${label}”) threatens a loss or shames a choice. A decision under pressure is not free.`,
            'State only what the act does.',
          ),
        ]
      : [],
  )
}
