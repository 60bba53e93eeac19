export type { LintFinding } from '../../core/errors.ts'
export { type ParseTemplateOptions, parseTemplate } from '../parse-template.ts'
export { LINT_RULES, type LintTermsOptions, lintAgreement, lintTerms } from './lint-terms.ts'
export { readingGrade } from './reading-grade.ts'
