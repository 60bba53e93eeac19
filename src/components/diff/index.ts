export type { Change } from './attributes.ts'
export { TermsDiff, type TermsDiffProps } from './terms-diff.tsx'
