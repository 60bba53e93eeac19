export { SUMMARY_LINES, type SummaryLineName } from './attributes.ts'
export { LicenseSummary, type LicenseSummaryProps } from './summary.tsx'
