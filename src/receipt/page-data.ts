import type { License } from '../core/license.ts'
import type { Messages } from '../locales/format/messages.ts'
import type { AgreedWords } from '../locales/format/receipt-text.ts'
import type { ReceiptLog } from '../log/verify-logged.ts'

/** A public key of the service, as its key set contains it. */
export interface ReceiptKey {
  readonly kid?: string | undefined
  readonly kty?: string | undefined
  readonly crv?: string | undefined
  readonly x?: string | undefined
  readonly y?: string | undefined
}

/**
 * The result of the check that the page makes.
 *
 * - `consistent`: its parts agree. The page contains its own keys, so this does not show who signed it.
 * - `unchecked`: the page has no keys, or the browser has no WebCrypto.
 */
export type Verdict = 'consistent' | 'invalid' | 'unchecked'

/** The data in the receipt page, from which its script writes the facts again and compares them with the visible ones. */
export interface ReceiptPageData {
  readonly license: License
  readonly keys: readonly ReceiptKey[]
  /** The proof of the public log, if there is one. */
  readonly log?: ReceiptLog | undefined
  readonly company: string
  /** Reward and law. The page shows them where the terms contain them. */
  readonly words: AgreedWords
  /** Language of the page, a BCP 47 tag. */
  readonly locale: string
  /** The words of the facts and verdicts. */
  readonly messages: Partial<Messages>
}
