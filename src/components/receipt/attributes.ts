/** Values of `data-state` on a receipt: whether the service's signature was checked on this device. */
export const RECEIPT_STATES = ['none', 'verified', 'unverified'] as const

/** Whether a receipt was checked. */
export type ReceiptState = (typeof RECEIPT_STATES)[number]
