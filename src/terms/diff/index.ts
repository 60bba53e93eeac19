export {
  type AttributeChange,
  type DiffLicenseOptions,
  diffLicense,
  type LicenseAttribute,
  type LicenseDiff,
  type LicenseLike,
  type WeighChangeOptions,
  type Weight,
  weighChange,
} from './diff-license.ts'
export {
  applyTermsDiff,
  type ClauseDiff,
  type DiffTermsAsyncOptions,
  diffTerms,
  diffTermsAsync,
  MAX_DIFF_LENGTH,
  type TermsComparison,
} from './diff-terms.ts'
export type { TextChange } from './diff-tokens.ts'
