export type { SummaryLineName } from './attributes.ts'
export { LicenseSummary, type LicenseSummaryProps } from './summary.tsx'
