import type { Agreement } from '../../core/agreement.ts'
import type { LintFinding } from '../../core/errors.ts'
import type { MakeFinding } from './finding.ts'
import type { LintWords } from './lint-words.ts'

/** Returns the texts of an agreement that the app wrote, by the path of their member. */
export function labelsOf(agreement: Agreement | undefined): Record<string, string> {
  if (agreement === undefined) return {}
  const labels: Record<string, string> = {
    description: agreement.description,
    ...(agreement.compensation === null ? {} : { compensation: agreement.compensation }),
  }
  agreement.purposes.forEach((one, at) => {
    if (one.label !== undefined) labels[`purposes[${at}].label`] = one.label
    if (one.description !== undefined) labels[`purposes[${at}].description`] = one.description
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
