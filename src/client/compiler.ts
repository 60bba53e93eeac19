// The entry of the code that checks agreements and writes terms. An app with prepared agreements replaces this module by `licet/compiler/none`.
export { checkOwnTerms } from '../terms/check-own-terms.ts'
export { compileTerms, compileTermsTree } from '../terms/compile-terms.ts'
export { toClues } from '../terms/diff/to-clues.ts'
export { checkConfig } from './check-config.ts'
export { compileAgreement } from './question/compile-agreement.ts'
