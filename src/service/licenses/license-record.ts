import { utf8 } from '../../core/signature.ts'
import { toTimestamp } from '../../core/timestamp.ts'
import { concatBytes } from '../crypto/bytes.ts'
import type { StoredLicense } from '../storage/licenses.ts'
import { findTerms } from './stored-request.ts'

const COMMA = utf8(',')

/**
 * Writes a stored license as JSON, with its status at a time.
 *
 * The stored request is copied, never parsed: anybody can store one that is expensive to parse. So its members also keep the order
 * in which they were signed, because one of the suites signs that order.
 *
 * `writeText` writes the terms as JSON.
 */
export function toLicenseBytes(
  license: StoredLicense,
  nowMs: number,
  writeText: (text: string) => Uint8Array = writeJson,
): Uint8Array<ArrayBuffer> {
  const { id, providerId, address, request, termsHash, signature, expiry, supersedes, receipt } = license
  const termsAt = license.termsAt ?? findTerms(request)
  const added = {
    // Erasure removes the member from the request.
    ...(address === null ? { ptr: '' } : {}),
    termsHash,
    signature,
    timestamp: toTimestamp(license.created),
    status: license.status === 'active' && expiry !== null && expiry <= nowMs ? 'expired' : license.status,
    ...(supersedes === null ? {} : { supersedes }),
    receipt,
  }
  return concatBytes([
    utf8(JSON.stringify({ id, providerId, address: address ?? '' }).slice(0, -1)),
    COMMA,
    request.subarray(1, termsAt),
    writeText(license.terms),
    request.subarray(termsAt + EMPTY.length, -1),
    COMMA,
    utf8(JSON.stringify(added).slice(1)),
  ])
}

const EMPTY = '""'

function writeJson(value: string): Uint8Array {
  return utf8(JSON.stringify(value))
}

/** Returns a function that writes each text as JSON once, for licenses with the same terms. */
export function createTextWriter(): (text: string) => Uint8Array {
  const written = new Map<string, Uint8Array>()
  return (text) => {
    const known = written.get(text) ?? writeJson(text)
    written.set(text, known)
    return known
  }
}
