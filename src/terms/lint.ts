export type { LintFinding } from '../core/errors.ts'
export { LINT_RULES, type LintTermsOptions, lintAgreement, lintTerms } from './lint-terms.ts'
export { type ParseTemplateOptions, parseTemplate } from './parse-template.ts'
export { readingGrade } from './reading-grade.ts'
