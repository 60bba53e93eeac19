import { SIGNATURE_BYTES } from '../../core/address.ts'
import { LicetError } from '../../core/errors.ts'
import type { JsonObject } from '../../core/json.ts'
import { type SignatureSuite, SUITE_HASH } from '../../core/signature.ts'
import { concatBytes, equalBytes, readBase64 } from '../crypto/bytes.ts'
import type { ServiceCrypto } from '../crypto/service-crypto.ts'
import { toBase64 } from '../crypto/standard-base64.ts'
import type { DeviceKey } from '../crypto/verifying-key.ts'
import type { ServiceContext } from '../service-context.ts'
import { cutSignature } from './cut-signature.ts'
import { type WrittenRequest, writeRequest } from './stored-request.ts'

/** A license request whose signature is not verified yet. */
export interface UnverifiedRequest {
  /** The members, in the order in which they were received. */
  readonly members: JsonObject
  /** The members without `expiry: null`, which means no expiry. */
  readonly identified: JsonObject
  readonly canonical: WrittenRequest
  /** SHA3-256 of the canonical request. It identifies the request. */
  readonly digest: Uint8Array<ArrayBuffer>
}

/** The suite of a valid signature, and the request in the serialisation of this suite. */
export interface VerifiedSignature {
  readonly suite: SignatureSuite
  /** Standard base64 with padding, even if the request used another form. */
  readonly signature: string
  readonly written: WrittenRequest
  /** The bytes that the device signed or, in the suite `licet-1`, hashed, if `written` does not give them. */
  readonly received: Uint8Array<ArrayBuffer> | undefined
}

/** Writes a license request in its canonical form, and hashes it. */
export function hashRequest(crypto: Pick<ServiceCrypto, 'sha3'>, members: JsonObject): UnverifiedRequest {
  const { expiry, ...others } = members
  const identified = expiry === null ? others : members
  const canonical = writeRequest(identified, 'licet-1')
  return { members, identified, canonical, digest: crypto.sha3(join(canonical)) }
}

/**
 * Verifies the signature of a license request, and returns the suite that it was made with. Tries the suites in configured order.
 *
 * Earlier clients sign JSON as their platform writes it, for example with `\/`. So all suites but `licet-1` are also tried on the
 * received `body` without its signature.
 *
 * @throws {LicetError} `invalid_signature`
 */
export async function verifyRequestSignature(
  { crypto, suites }: Pick<ServiceContext, 'crypto' | 'suites'>,
  key: DeviceKey,
  { members, identified, canonical, digest }: UnverifiedRequest,
  body: Uint8Array,
): Promise<VerifiedSignature> {
  const signature = readSignature(members.signature, invalidSignature)
  for (const suite of suites) {
    const written = suite === 'rs256-json' ? writeRequest(identified, suite) : canonical
    // A device signs `expiry: null` too. Its record has no such member, so the signed bytes are kept beside it.
    const extended = members === identified ? undefined : join(writeRequest(members, suite))
    const hashed = extended === undefined ? digest : crypto.sha3(extended)
    const signed = suite === 'licet-1' ? hashed : (extended ?? join(written))
    const isSigned = (bytes: Uint8Array<ArrayBuffer>) => crypto.verifyRsa(key, SUITE_HASH[suite], bytes, signature)
    const verified = { suite, signature: toBase64(signature), written }
    if (await isSigned(signed)) return { ...verified, received: extended }
    if (suite === 'licet-1') continue
    for (const received of cutSignature(body))
      if (!equalBytes(received, signed) && (await isSigned(received))) return { ...verified, received }
  }
  throw invalidSignature()
}

function join({ before, terms, after }: WrittenRequest): Uint8Array<ArrayBuffer> {
  return concatBytes([before, terms, after])
}

/**
 * Decodes a signature of 256 bytes from base64.
 *
 * @throws {LicetError} the error that `createError` returns
 */
export function readSignature(text: unknown, createError: () => LicetError): Uint8Array<ArrayBuffer> {
  const signature = typeof text === 'string' ? readBase64(text) : undefined
  if (signature?.length !== SIGNATURE_BYTES) throw createError()
  return signature
}

function invalidSignature(): LicetError<'invalid_signature'> {
  return new LicetError(
    'invalid_signature',
    'The signature is not valid for this request and the key of this device. Nothing was stored. Sign the canonical request with the registered key.',
    { field: 'signature' },
  )
}
