import { MAX_BODY_BYTES } from '../../../core/limits.ts'
import { requestBytes } from '../../terms-size.ts'
import type { Fault } from '../finding.ts'
import type { Judged } from '../judged.ts'

/** Finds a text that is larger than a service accepts, and reports the place from which on it is. */
export function findTooLong({ source, agreement }: Pick<Judged, 'source' | 'agreement'>): Fault[] {
  const bytes = requestBytes(source, agreement)
  if (bytes <= MAX_BODY_BYTES) return []
  const message = `A license with this text has ${Math.ceil(bytes / 1024)} KiB, and a service accepts ${MAX_BODY_BYTES / 1024} KiB.`
  let low = 0
  let high = source.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (requestBytes(source.slice(0, middle), agreement) <= MAX_BODY_BYTES) low = middle
    else high = middle - 1
  }
  return [{ rule: 'too_long', severity: 'error', start: low, end: low + 60, message, fix: 'Shorten the text before this place.' }]
}
