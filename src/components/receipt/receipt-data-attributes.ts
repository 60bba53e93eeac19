/** Result of checking the service's signature on this device. `none`: it is not shown. */
export type ReceiptState = 'none' | 'verified' | 'unverified'

/** Data attributes on the root of `LicenseReceipt` and on its `data-part="receipt-verified"`. */
export interface ReceiptDataAttributes {
  /** Result of checking the service's signature. */
  readonly 'data-state': ReceiptState
}
