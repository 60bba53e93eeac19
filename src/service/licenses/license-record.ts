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
 */
export function toLicenseBytes(license: StoredLicense, nowMs: number): Uint8Array<ArrayBuffer> {
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
    utf8(JSON.stringify(license.terms)),
    request.subarray(termsAt + EMPTY.length, -1),
    COMMA,
    utf8(JSON.stringify(added).slice(1)),
  ])
}

const EMPTY = '""'
