/** Values of `data-state` on a receipt: whether the service's signature was checked on this device. */
export type ReceiptState = 'none' | 'verified' | 'unverified'
