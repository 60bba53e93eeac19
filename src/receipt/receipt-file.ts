import type { Agreement } from '../core/agreement.ts'
import type { License } from '../core/license.ts'
import type { Messages } from '../locales/format/messages.ts'
import { withLabels } from '../locales/format/with-labels.ts'
import type { ReceiptLog } from '../log/verify-logged.ts'
import type { ReceiptKey } from './page-data.ts'
import { toReceiptPage } from './receipt-page.ts'

export { embedLogo } from './embed-logo.ts'

/** Options of {@link toReceiptFile}. */
export interface ReceiptFileOptions {
  /** The key set of the service. Without it the file cannot verify the signature. */
  readonly keys: { readonly keys: readonly ReceiptKey[] } | undefined
  /** The proof that the public log of the service contains the receipt. Default: the file proves nothing about the log. */
  readonly log?: ReceiptLog | undefined
  /** Language of the page, a BCP 47 tag. */
  readonly locale: string
  /** The words of the page. */
  readonly messages: Messages
  /** The agreement, for the names that it gives to use cases and kinds of data, and for reward and law where the terms contain them. */
  readonly agreement?: Agreement | undefined
  /** Name of the company that asked for the license. */
  readonly company: string
  /** The logo of the company, as a `data:` URL of an image: the page loads nothing. Default: the first letter of the name. */
  readonly logo?: string | undefined
}

/** Returns a file of a license: its JSON with the keys of the service and the proof of its log, or one HTML page that verifies itself offline. */
export async function toReceiptFile(license: License, kind: 'json' | 'html', options: ReceiptFileOptions): Promise<File> {
  const name = `license-${license.id.replace(/[^\w-]/g, '_')}.${kind}`
  const { messages } = options
  // What the proof proved before is not kept: the file is verified again when it is opened.
  const log = options.log && { proof: options.log.proof, keys: options.log.keys }
  if (kind === 'json') {
    const text = JSON.stringify({ license, keys: options.keys?.keys ?? [], log }, null, 2)
    return new File([text], name, { type: 'application/json' })
  }
  const words = options.agreement === undefined ? messages : withLabels(messages, options.agreement, options.locale)
  return new File([await toReceiptPage(license, { ...options, log, messages: words })], name, { type: 'text/html' })
}
