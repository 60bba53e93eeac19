export type { TermsState } from './attributes.ts'
export type { TermsHeading, TermsNode } from './prepare-terms.ts'
export { TermsDocument, type TermsDocumentProps } from './terms-document.tsx'
