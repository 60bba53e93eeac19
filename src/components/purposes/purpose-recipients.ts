import type { Purpose } from '../../core/agreement.ts'
import type { Translator } from '../../locales/format/translator.ts'

/** Returns whether all purposes have the same recipients, so that one line can name them. */
export function haveSameRecipients(purposes: readonly Purpose[]): boolean {
  return new Set(purposes.map(recipientsKey)).size === 1
}

/** Returns the key of the recipients that more than half of the purposes have, or `undefined`. */
export function findCommonRecipients(purposes: readonly Purpose[]): string | undefined {
  const keys = purposes.map(recipientsKey)
  return keys.find((key) => keys.filter((other) => other === key).length * 2 > keys.length)
}

/** Returns a key that is equal for purposes with the same recipients. */
export function recipientsKey({ destinations }: Purpose): string {
  return [...destinations].sort().join(' ')
}

/** Formats `Goes to: …`. The words of the label stay on one line, because a long host name may wrap. */
export function formatRecipientsLine(recipients: string, t: Translator): string {
  return t
    .parts('purposes.recipients')
    .map((part) => (typeof part === 'string' ? part.replace(/(\S) (?=\S)/g, '$1\u00a0') : recipients))
    .join('')
}
