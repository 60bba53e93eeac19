export { TERMS_STATES, type TermsState } from './attributes.ts'
export type { TermsHeading, TermsNode } from './prepare-terms.ts'
export { readingMinutes } from './reading-minutes.ts'
export { TermsDocument, type TermsDocumentProps } from './terms-document.tsx'
