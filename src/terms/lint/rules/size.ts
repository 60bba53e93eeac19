import { MAX_BODY_BYTES } from '../../../core/limits.ts'
import { utf8 } from '../../../core/signature.ts'
import type { Fault } from '../finding.ts'

/** What the rest of a license request may need besides the text. */
const RESERVED_BYTES = 12 * 1024

/** Finds a text that is larger than a service accepts. */
export function findTooLong(source: string): Fault[] {
  const bytes = utf8(JSON.stringify(source)).length + RESERVED_BYTES
  if (bytes <= MAX_BODY_BYTES) return []
  const message = `A license with this text has ${Math.ceil(bytes / 1024)} KiB, and a service accepts ${MAX_BODY_BYTES / 1024} KiB.`
  const start = cutAt(source, MAX_BODY_BYTES - RESERVED_BYTES)
  return [
    {
      rule: 'too_long',
      severity: 'error',
      start,
      end: Math.min(source.length, start + 60),
      message,
      fix: 'Shorten the text before this place.',
    },
  ]
}

/** Returns the offset at which a text reaches a number of bytes. */
function cutAt(source: string, bytes: number): number {
  let low = 0
  let high = source.length
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (utf8(source.slice(0, middle)).length <= bytes) low = middle
    else high = middle - 1
  }
  return Math.min(low, source.length - 1)
}
