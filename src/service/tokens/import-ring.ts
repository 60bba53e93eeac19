import { calculateJwkThumbprint } from 'jose'
import { TOKEN_ALGORITHM } from '../../protocol/token.ts'
import type { Es256Signer, Es256Verifier, PublicJwk, ServiceCrypto } from '../crypto/service-crypto.ts'
import type { StoredSigningKeys } from '../storage/signing-keys.ts'

/** A public key in the key set (RFC 7517). */
export interface PublishedKey extends PublicJwk {
  readonly kid: string
  readonly use: 'sig'
  readonly alg: typeof TOKEN_ALGORITHM
}

/** A private key in memory. Its times are those of the monotonic clock of this process. */
export interface Signer {
  readonly kid: string
  readonly sign: Es256Signer
  readonly signsFrom: number
  readonly retired?: number
}

/** The keys in memory. */
export interface Ring {
  /** The key that signs, and one that will, newest first. */
  readonly signers: readonly Signer[]
  readonly verifiers: ReadonlyMap<string, Es256Verifier>
  readonly published: readonly PublishedKey[]
  /** When the read of the database started. */
  readonly readAt: number
}

/** Imports stored keys. `readAt` and `readEnd` are when the read of the database started and ended. */
export async function importRing(
  { keys, now }: StoredSigningKeys,
  { crypto, readAt, readEnd }: { readonly crypto: ServiceCrypto; readonly readAt: number; readonly readEnd: number },
): Promise<Ring> {
  // From the end of the read, so that this process does not sign with a key before its time.
  const toMonotonic = (time: number) => readEnd + time - now
  const signers = keys.flatMap(({ kid, privateKey, signsFrom, retired }) => {
    if (privateKey === undefined) return []
    const times = { signsFrom: toMonotonic(signsFrom), ...(retired !== undefined && { retired: toMonotonic(retired) }) }
    return [crypto.importSigner(privateKey).then((sign) => ({ kid, sign, ...times }))]
  })
  const verifiers = keys.map(async (key) => [key.kid, await crypto.importVerifier(key.publicKey)] as const)
  const [allSigners, allVerifiers] = await Promise.all([Promise.all(signers), Promise.all(verifiers)])
  return {
    signers: allSigners,
    verifiers: new Map(allVerifiers),
    published: keys.map((key) => ({ ...key.publicKey, kid: key.kid, use: 'sig', alg: TOKEN_ALGORITHM })),
    readAt,
  }
}

/** Returns whether the private key of a key that has ended is still stored. */
export function hasRetiredPrivateKey({ keys, now }: StoredSigningKeys): boolean {
  return keys.some(({ privateKey, retired = Number.POSITIVE_INFINITY }) => privateKey !== undefined && retired <= now)
}

/** Creates a key. Its id is its fingerprint (RFC 7638). */
export async function createSigningKey(crypto: ServiceCrypto) {
  const privateKey = await crypto.generateKey()
  const { kty, crv, x, y } = privateKey
  const publicKey = { kty, crv, x, y }
  return { kid: await calculateJwkThumbprint(publicKey), publicKey, privateKey }
}
