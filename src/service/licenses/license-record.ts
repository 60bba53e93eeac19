import { isJsonObject, type JsonObject } from '../../core/json.ts'
import { licenseStatusAt } from '../../core/license.ts'
import { parseJsonBytes } from '../../core/strict-json.ts'
import { toTimestamp } from '../../core/timestamp.ts'
import type { StoredLicense } from '../storage/licenses.ts'

/** Parses a stored request. Its member `terms` is empty, because the text is stored once in its own table. */
export function fromStoredRequest(bytes: Uint8Array): JsonObject {
  const request = parseJsonBytes(bytes)
  if (!isJsonObject(request)) throw new TypeError('A stored request is not a JSON object.')
  return request
}

/**
 * Converts a stored license to its JSON form, with its status at a time.
 *
 * Keeps the members of the request in the order in which they were signed, because one of the suites signs that order.
 */
export function toLicenseRecord(license: StoredLicense, nowMs: number): JsonObject {
  const request = fromStoredRequest(license.request)
  const { ptr = '', expiry } = request
  const status = licenseStatusAt({ status: license.status, ...(typeof expiry === 'string' ? { expiry } : {}) }, nowMs)
  return {
    id: license.id,
    providerId: license.providerId,
    address: license.address ?? '',
    ...request,
    ptr,
    terms: license.terms,
    termsHash: license.termsHash,
    signature: license.signature,
    timestamp: toTimestamp(license.created),
    status,
    ...(license.supersedes === null ? {} : { supersedes: license.supersedes }),
    receipt: license.receipt,
  }
}
