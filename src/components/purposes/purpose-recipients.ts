import type { Purpose } from '../../core/agreement.ts'
import type { Translator } from '../../locales/format/translator.ts'

/** Tells whether every purpose goes to the same recipients, so that saying them once says it all. */
export function haveSameRecipients(purposes: readonly Purpose[]): boolean {
  return new Set(purposes.map(recipientsKey)).size === 1
}

/** The recipients of more than half of the purposes, if there are such. */
export function findCommonRecipients(purposes: readonly Purpose[]): string | undefined {
  const keys = purposes.map(recipientsKey)
  return keys.find((key) => keys.filter((other) => other === key).length * 2 > keys.length)
}

export function recipientsKey({ destinations }: Purpose): string {
  return [...destinations].sort().join(' ')
}

/** `Goes to: …`, whose own words stay together on a line: a host is long, and a line may break before it. */
export function formatRecipientsLine(recipients: string, t: Translator): string {
  return t
    .parts('purposes.recipients')
    .map((part) => (typeof part === 'string' ? part.replace(/(\S) (?=\S)/g, '$1\u00a0') : recipients))
    .join('')
}
