import type { Agreement } from '../../core/agreement.ts'
import type { DefinedAgreement } from '../define-agreement.ts'
import type { TemplateWords } from '../words.ts'
import { compareLicense, type LicenseDiff, type LicenseLike } from './compare-license.ts'
import type { DiffWords } from './diff-words.ts'
import { diffWords as ar } from './words/ar.ts'
import { diffWords as en } from './words/en.ts'
import { diffWords as es } from './words/es.ts'

export {
  type AttributeChange,
  type LicenseAttribute,
  type LicenseDiff,
  type LicenseLike,
  type WeighChangeOptions,
  type Weight,
  weighChange,
} from './compare-license.ts'

const BY_LANGUAGE: Readonly<Record<string, DiffWords>> = { en, es, ar }

/** Options of {@link diffLicense}. */
export interface DiffLicenseOptions {
  /** Language of the sentences. Default: that of the newer agreement. */
  readonly words?: TemplateWords | undefined
}

/**
 * Compares what was agreed, or an older agreement, with a newer one.
 *
 * Anything that widens data, uses, recipients or time is material, and so is a reward that ends or is put in other words, another company and
 * another law. A purpose that is left to choice widens nothing until it is chosen.
 */
export function diffLicense(from: Agreement | LicenseLike, to: DefinedAgreement, options: DiffLicenseOptions = {}): LicenseDiff {
  const { words = to.template.words } = options
  return compareLicense(from, to, words, BY_LANGUAGE[words.locale.split('-')[0] ?? ''] ?? en)
}
