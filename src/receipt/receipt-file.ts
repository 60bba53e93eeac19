import type { License } from '../core/license.ts'
import type { Messages } from '../locales/format/messages.ts'
import type { ReceiptKey } from './page-data.ts'
import { toReceiptPage } from './receipt-page.ts'

/** Options of {@link toReceiptFile}. */
export interface ReceiptFileOptions {
  /** The key set of the service. Without it the file cannot verify the signature. */
  readonly keys: { readonly keys: readonly ReceiptKey[] } | undefined
  /** Language of the page, a BCP 47 tag. */
  readonly locale: string
  /** The words of the page. Without them there is only the JSON file. */
  readonly messages: Messages | undefined
  /** Name of the company that asked for the license. */
  readonly company: string
}

/** Returns a file of a license: its JSON with the keys of the service, or one HTML page that verifies itself offline. */
export async function toReceiptFile(license: License, kind: 'json' | 'html', options: ReceiptFileOptions): Promise<File> {
  const name = `license-${license.id.replace(/[^\w-]/g, '_')}.${kind}`
  const { messages } = options
  if (kind === 'json' || messages === undefined) {
    const text = JSON.stringify({ license, keys: options.keys?.keys ?? [] }, null, 2)
    return new File([text], name, { type: 'application/json' })
  }
  return new File([await toReceiptPage(license, { ...options, messages })], name, { type: 'text/html' })
}
