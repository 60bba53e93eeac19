export type { ReceiptState } from './attributes.ts'
export { Receipt, type ReceiptProps } from './receipt.tsx'
