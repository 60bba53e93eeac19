import type { LicenseRevocation, LicenseStatus } from '../../core/license.ts'
import { utf8 } from '../../core/signature.ts'
import { toTimestamp } from '../../core/timestamp.ts'
import { concatBytes } from '../crypto/bytes.ts'
import { toBase64 } from '../crypto/standard-base64.ts'
import type { ProvenLicense, StoredLicense } from '../storage/licenses.ts'

const COMMA = utf8(',')

/** Options of {@link toLicenseBytes}. */
export interface RecordOptions {
  readonly writeText?: (text: string) => Uint8Array
  readonly forOrganization?: boolean
}

/**
 * Writes a stored license as JSON, with its status at a time.
 *
 * The stored request is copied, never parsed: anybody can store one that is expensive to parse. So its members also keep the order
 * in which they were signed, because one of the suites signs that order.
 *
 * A license that was read with its evidence also has `signedBytes`, if its members do not give the signed bytes again.
 *
 * `writeText` writes the terms as JSON. `forOrganization` adds what only the organization may read: the note of a revocation, and the public
 * key of the device while it exists, with which anyone can verify the signature.
 */
export function toLicenseBytes(
  license: StoredLicense & Partial<Pick<ProvenLicense, 'signedBytes'>>,
  nowMs: number,
  { writeText = writeJson, forOrganization = false }: RecordOptions = {},
): Uint8Array<ArrayBuffer> {
  const { id, providerId, address, request, termsAt, termsHash, signature, supersedes, vouched, endedBy } = license
  const { receipt, revocation, signedBytes, spki } = license
  const added = {
    // Erasure removes the member from the request.
    ...(address === null ? { ptr: '' } : {}),
    termsHash,
    signature,
    timestamp: toTimestamp(license.created),
    status: statusAt(license, nowMs),
    ...(supersedes === null ? {} : { supersedes }),
    vouched,
    ...(endedBy === null ? {} : { endedBy }),
    receipt,
    ...(revocation === null ? {} : { revocation: forOrganization ? revocation : withoutNote(revocation) }),
    ...(forOrganization && spki ? { pubKey: toBase64(spki) } : {}),
    ...(signedBytes == null ? {} : { signedBytes: toBase64(signedBytes) }),
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

function withoutNote({ note: _, ...revocation }: LicenseRevocation): LicenseRevocation {
  return revocation
}

/** Returns the status of a stored license at a time. It expires without a transition. */
export function statusAt({ status, expiry }: Pick<StoredLicense, 'status' | 'expiry'>, nowMs: number): LicenseStatus {
  return status === 'active' && expiry !== null && expiry <= nowMs ? 'expired' : status
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
