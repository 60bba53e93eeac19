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

/** A name of several words that begins as a sentence does. A proper name has another capital letter or is one word. */
const SENTENCE_CASE = /^\p{Lu}\p{Ll}*(?: \p{Ll}+)+$/u
/** Paths of names in an agreement, with the language if each has one. */
const NAME_PATH = /^(?:tagLabels\.[^.]*|purposes\[\d+\]\.label)(?:\.([\w-]+))?$/

/** Finds names that begin with a capital letter. In a sentence, and in the lists of the terms, they stand beside names that do not. */
export function lintNames(labels: Readonly<Record<string, string>>, locale: string, findingOf: MakeFinding): LintFinding[] {
  return Object.entries(labels).flatMap(([path, label]) => {
    const match = NAME_PATH.exec(path)
    // German nouns have a capital letter.
    if (match === null || /^de\b/.test(match[1] ?? locale) || !SENTENCE_CASE.test(label)) return []
    const name = label.charAt(0).toLowerCase() + label.slice(1)
    return [
      findingOf(
        'capital_label',
        'warning',
        `${path} (“${label}”) begins with a capital letter. In a sentence it stands beside names that do not.`,
        `Write “${name}”. Where the name stands alone, its first letter becomes a capital one.`,
      ),
    ]
  })
}
