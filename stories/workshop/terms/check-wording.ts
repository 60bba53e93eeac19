import { isLicetError, type LintFinding } from '../../../src/core/errors.ts'
import { fillTerms } from '../../../src/terms/compile-terms.ts'
import { compileTerms, type DefinedAgreement, defineAgreement, type TermsTree } from '../../../src/terms/index.ts'
import { lintTerms, parseTemplate, readingGrade } from '../../../src/terms/lint/index.ts'
import { plainText } from '../../../src/terms/lint/read-blocks.ts'
import { type TermsDraft, toAgreementInput, versionOf } from './draft.ts'
import { type PlacedFinding, placeFindings, placeInWording } from './place-findings.ts'
import { templateName, templateOf, wordingOf, wordsIn } from './template-library.ts'

/** A draft in one language: what the linter found, and the terms when there are any. */
export interface CheckedWording {
  readonly locale: string
  readonly wording: string
  readonly findings: readonly PlacedFinding[]
  /** Absent while the draft has a fault because of which no terms can be written. */
  readonly terms?: { readonly agreement: DefinedAgreement; readonly text: string; readonly tree: TermsTree | undefined } | undefined
  /** The school grade of the text, where it can be computed. */
  readonly grade?: number | undefined
}

/** Compiles and checks a draft in a language. */
export function checkWording(draft: TermsDraft, locale: string): CheckedWording {
  const wording = wordingOf(draft, locale)
  const faults = faultsOf(draft, locale, wording)
  if (faults.length > 0) return { locale, wording, findings: faults }
  try {
    const agreement = defineAgreement(toAgreementInput(draft, locale, templateOf(draft, locale)))
    const text = compileTerms(agreement)
    // The screen gets the tree of a template, so no parser has to read its text.
    const findings = lintTerms(text, { agreement }).filter(
      ({ rule, severity }) => rule !== 'not_formatted' && severity !== 'notice',
    )
    return {
      locale,
      wording,
      findings: placeFindings(wording, text, findings),
      terms: { agreement, text, tree: fillTerms(agreement) },
      grade: readingGrade(plainText(text), locale),
    }
  } catch (error) {
    if (!isLicetError(error)) throw error
    return { locale, wording, findings: [{ finding: error.finding ?? toFinding(error.message) }] }
  }
}

/** Returns the faults of the template, all of them. */
function faultsOf(draft: TermsDraft, locale: string, wording: string): PlacedFinding[] {
  const found: PlacedFinding[] = []
  try {
    parseTemplate(wording, {
      name: templateName(draft),
      locale,
      version: versionOf(draft),
      words: wordsIn(locale),
      onFault: (finding) => found.push(placeInWording(wording, finding)),
    })
  } catch (error) {
    if (!isLicetError(error)) throw error
    if (found.length === 0) found.push({ finding: toFinding(error.message) })
  }
  return found
}

function toFinding(message: string): LintFinding {
  return { rule: 'invalid_configuration', severity: 'error', message, fix: '', file: 'agreement', line: 1, column: 1 }
}
