import { fromBase64 } from '../../../core/base64.ts'
import { isJsonObject } from '../../../core/json.ts'
import type { License } from '../../../core/license.ts'
import { toCanonicalBytes } from '../../../core/signature.ts'
import { parseJsonBytes } from '../../../core/strict-json.ts'
import type { Check } from './check.ts'

/** Checks that the bytes that the device signed are the request of the file, if the file contains them. */
export function checkSignedBytes({ signedBytes }: License, request: object): Check[] {
  if (signedBytes === undefined) return []
  const isSame = isSameRequest(signedBytes, request)
  const text = isSame
    ? 'The bytes that the device signed, in the member signedBytes, are the request in the file.'
    : 'The bytes in the member signedBytes are not the request in the file.'
  return [{ name: 'signed_bytes', holds: isSame, text }]
}

function isSameRequest(signedBytes: string, request: object): boolean {
  try {
    const signed = parseJsonBytes(fromBase64(signedBytes))
    if (!isJsonObject(signed)) return false
    // `expiry: null` means no expiry, and the record has no such member.
    const { expiry, ...others } = signed
    const identified = expiry === null ? others : signed
    return Buffer.from(toCanonicalBytes(identified)).equals(toCanonicalBytes(request))
  } catch {
    return false
  }
}
