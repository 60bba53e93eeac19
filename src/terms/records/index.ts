export { toConsentRecord } from './consent-record.ts'
export { toKantaraReceipt } from './kantara-receipt.ts'
export { CSV_COLUMNS, toCsv } from './license-csv.ts'
export type { RecordSource } from './record-source.ts'
