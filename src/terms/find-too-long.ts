import type { Agreement } from '../core/agreement.ts'
import { MAX_BODY_BYTES } from '../core/limits.ts'
import type { Fault } from './lint/finding.ts'
import { requestBytes } from './terms-size.ts'

/** How many letters of the text a finding quotes. */
const QUOTED_CHARS = 60

/** Finds a text that is larger than a service accepts, `too_long`, at the place where it becomes too large. */
export function findTooLong(text: string, agreement?: Pick<Agreement, 'tags' | 'purposes'>): Fault[] {
  const bytes = requestBytes(text, agreement)
  if (bytes <= MAX_BODY_BYTES) return []
  const message = `A license with this text has ${Math.ceil(bytes / 1024)} KiB, and a service accepts ${MAX_BODY_BYTES / 1024} KiB.`
  let start = 0
  let end = text.length - 1
  while (start < end) {
    const middle = Math.ceil((start + end) / 2)
    if (requestBytes(text.slice(0, middle), agreement) <= MAX_BODY_BYTES) start = middle
    else end = middle - 1
  }
  const fix = 'Shorten the text before this place.'
  return [{ rule: 'too_long', severity: 'error', start, end: start + QUOTED_CHARS, message, fix }]
}
