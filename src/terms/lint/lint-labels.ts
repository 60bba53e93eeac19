import type { Agreement } from '../../core/agreement.ts'
import type { LintFinding } from '../../core/errors.ts'
import type { LocalizedText } from '../../core/localized-text.ts'
import type { LintWords } from './lint-words.ts'
import { has } from './phrase.ts'

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
export function lintLabels(labels: Readonly<Record<string, string>>, words: LintWords, file: string): LintFinding[] {
  return Object.entries(labels).flatMap(([name, label]): LintFinding[] =>
    has(label, words.pressing)
      ? [
          {
            rule: 'pressing_label',
            severity: 'error',
            message: `${name} (“${label}”) threatens a loss or shames a choice. A decision under pressure is not free.`,
            fix: 'State only what the act does.',
            words: label,
            file,
            line: 1,
            column: 1,
          },
        ]
      : [],
  )
}

/** A name of several words that begins as a sentence does. A proper name has another capital letter or is one word. */
const SENTENCE_CASE = /^\p{Lu}\p{Ll}*(?: \p{Ll}+)+$/u
/** Paths of names in an agreement, with the language if each has one. */
const NAME_PATH = /^(?:tagLabels\.[^.]*|purposes\[\d+\]\.label)(?:\.([\w-]+))?$/

/** Finds names that begin with a capital letter. In a sentence, and in the lists of the terms, they stand beside names that do not. */
export function lintNames(labels: Readonly<Record<string, string>>, locale: string, file: string): LintFinding[] {
  return Object.entries(labels).flatMap(([path, label]): LintFinding[] => {
    const match = NAME_PATH.exec(path)
    // German nouns have a capital letter.
    if (match === null || /^de\b/.test(match[1] ?? locale) || !SENTENCE_CASE.test(label)) return []
    const name = label.charAt(0).toLowerCase() + label.slice(1)
    return [
      {
        rule: 'capital_label',
        severity: 'warning',
        message: `${path} (“${label}”) begins with a capital letter. In a sentence it stands beside names that do not.`,
        fix: `Write “${name}”. Where the name stands alone, its first letter becomes a capital one.`,
        words: label,
        file,
        line: 1,
        column: 1,
      },
    ]
  })
}
