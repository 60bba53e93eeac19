export * from './attributes.ts'
export type { TermsHeading, TermsNode } from './prepare-terms.ts'
export { readingMinutes } from './reading-minutes.ts'
export * from './terms-document.tsx'
