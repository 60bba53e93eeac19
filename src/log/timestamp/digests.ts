import { invalidProof } from '../invalid-proof.ts'
import type { Algorithm } from './der-values.ts'

/** A hash of WebCrypto. */
export type Digest = 'SHA-1' | 'SHA-256' | 'SHA-384' | 'SHA-512'

/** The object identifier of SHA-256. */
export const SHA_256 = '2.16.840.1.101.3.4.2.1'

const DIGESTS: Readonly<Record<string, Digest>> = {
  [SHA_256]: 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
}

/**
 * Returns the hash of an algorithm.
 *
 * @throws {LicetError} `invalid_proof` for SHA-1 and every other hash.
 */
export function digestOf({ oid }: Algorithm): Digest {
  const digest = DIGESTS[oid]
  if (digest === undefined) throw unknownAlgorithm(oid)
  return digest
}

/** Creates the error of an algorithm that no check knows. */
export function unknownAlgorithm(oid: string) {
  return invalidProof(`The time stamp uses the algorithm ${oid}, which is weak or unknown`)
}
