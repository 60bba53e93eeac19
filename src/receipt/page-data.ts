import type { License } from '../core/license.ts'

/** A public key of the service, as its key set contains it. */
export interface ReceiptKey {
  readonly kid?: string | undefined
  readonly kty?: string | undefined
  readonly crv?: string | undefined
  readonly x?: string | undefined
  readonly y?: string | undefined
}

/** The result of the check that the page makes. `unchecked`: the page has no keys, or the browser has no WebCrypto. */
export type Verdict = 'valid' | 'invalid' | 'unchecked'

/** The data in the receipt page, which its script verifies. */
export interface ReceiptPageData {
  readonly license: License
  readonly keys: readonly ReceiptKey[]
  /** The text of every `dt` and `dd` of the page, in order: what people read has to be what is verified. */
  readonly facts: readonly string[]
  /** The sentence for each verdict. `{issuer}` stands for the host of the service. */
  readonly texts: Readonly<Record<Verdict, string>>
}
