import type { Agreement } from '../../core/agreement.ts'
import type { DefinedAgreement } from '../agreement-input.ts'
import { byLanguage, inLanguage } from '../by-language.ts'
import { compileTerms } from '../compile-terms.ts'
import { diffWords as en } from '../languages/en/diff-words.ts'
import type { TemplateWords } from '../words.ts'
import { compareLicense, type LicenseDiff, type LicenseLike } from './compare-license.ts'
import type { DiffWords } from './diff-words.ts'
import { toClues } from './to-clues.ts'

export {
  type AttributeChange,
  type LicenseAttribute,
  type LicenseDiff,
  type LicenseLike,
  type WeighChangeOptions,
  type Weight,
  weighChange,
} from './compare-license.ts'

const BY_LANGUAGE = byLanguage(import.meta.glob<DiffWords>('../languages/*/diff-words.ts', { eager: true, import: 'diffWords' }))

/** Options of {@link diffLicense}. */
export interface DiffLicenseOptions {
  /** Words for the sentences. Default: the words of the newer agreement. */
  readonly words?: TemplateWords | undefined
}

/**
 * Compares a license or an older agreement with a newer agreement, and returns the changes.
 *
 * A change is material when it widens data, uses, recipients or time, ends or rewords the reward, or changes the company or the law. An
 * optional purpose widens nothing until the person turns it on.
 *
 * @example
 * if (diffLicense(license, agreement).weight === 'material') askAgain()
 */
export function diffLicense(from: Agreement | LicenseLike, to: DefinedAgreement, options: DiffLicenseOptions = {}): LicenseDiff {
  const { words = to.template.words } = options
  const isCompared = 'uses' in from
  const terms =
    isCompared && to.terms !== undefined
      ? { clues: undefined, text: compileTerms(to) }
      : { clues: isCompared ? toClues(to) : undefined, text: '' }
  return compareLicense(from, to, terms, words, words.changes ?? inLanguage(BY_LANGUAGE, words.locale) ?? en)
}
