export * from './attributes.ts'
export type { TermsHeading, TermsNode } from './prepare-terms.ts'
export * from './terms-document.tsx'
export { readingMinutes } from './text-facts.ts'
