import { SIGNATURE_BYTES } from '../../core/address.ts'
import { toBase64, toBase64Url } from '../../core/base64.ts'
import { LicetError } from '../../core/errors.ts'
import type { JsonObject } from '../../core/json.ts'
import { type SignatureSuite, SUITE_HASH, toCanonicalBytes, toSignedBytes } from '../../core/signature.ts'
import { readBase64 } from '../crypto/bytes.ts'
import type { DeviceKey } from '../crypto/device-key.ts'
import type { ServiceContext } from '../service-context.ts'

/** A request whose signature was found good. */
export interface SignedRequest {
  readonly suite: SignatureSuite
  /** In standard base64 with padding, however it came. */
  readonly signature: string
  /** SHA3-256 of the canonical request, base64url: its identity. */
  readonly requestHash: string
}

/**
 * Finds the suite in which a device signed a license request, in the order of configuration (wire decisions, section 3).
 *
 * @throws {LicetError} `invalid_signature`, `invalid_json`
 */
export async function verifyRequestSignature(
  context: Pick<ServiceContext, 'crypto' | 'suites'>,
  key: DeviceKey,
  request: JsonObject,
): Promise<SignedRequest> {
  const { crypto, suites } = context
  const signature = readSignature(request.signature, invalidSignature)
  const canonical = toCanonicalBytes(request)
  const digest = crypto.sha3(canonical)
  for (const suite of suites) {
    const signed = suite === 'licet-1' ? digest : suite === 'rsa-sha3-256' ? canonical : toSignedBytes(request, suite, crypto.sha3)
    if (await crypto.verifyRsa(key, SUITE_HASH[suite], signed, signature))
      return { suite, signature: toBase64(signature), requestHash: toBase64Url(digest) }
  }
  throw invalidSignature()
}

/**
 * Reads a signature: base64 of 256 bytes.
 *
 * @throws {LicetError} what `refusal` makes
 */
export function readSignature(text: unknown, refusal: () => LicetError): Uint8Array<ArrayBuffer> {
  const signature = typeof text === 'string' ? readBase64(text) : undefined
  if (signature?.length !== SIGNATURE_BYTES) throw refusal()
  return signature
}

function invalidSignature(): LicetError<'invalid_signature'> {
  return new LicetError(
    'invalid_signature',
    "The signature is not this device's over this request. Nothing was stored. Sign the canonical request again with the registered key.",
    { field: 'signature' },
  )
}
