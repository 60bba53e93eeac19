import { calculateJwkThumbprint } from 'jose'
import { TOKEN_ALGORITHM } from '../../protocol/token.ts'
import { keyManagementMissing } from '../crypto/key-management.ts'
import type { KeyProtection } from '../crypto/key-protection.ts'
import type { Es256Signer, Es256Verifier, PrivateJwk, PublicJwk, ServiceCrypto } from '../crypto/service-crypto.ts'
import type { NewSigningKey, StoredSigningKeys } from '../storage/signing-keys.ts'

/** A public key in the key set (RFC 7517). */
export interface PublishedKey extends PublicJwk {
  readonly kid: string
  readonly use: 'sig'
  readonly alg: typeof TOKEN_ALGORITHM
}

/** A private key in memory. Its times come from the monotonic clock of this process. */
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

/** What creates and imports private keys. */
export interface RingEnvironment {
  readonly crypto: ServiceCrypto
  readonly protection: KeyProtection
}

/** Imports stored keys. `readAt` and `readEnd` are when the read of the database started and ended. */
export async function importRing(
  { keys, now }: StoredSigningKeys,
  { crypto, protection, readAt, readEnd }: RingEnvironment & { readonly readAt: number; readonly readEnd: number },
): Promise<Ring> {
  // From the end of the read, so that this process does not sign with a key before its time.
  const toMonotonic = (time: number) => readEnd + time - now
  const signers = keys.flatMap(({ kid, privateKey, signsFrom, retired }) => {
    if (privateKey === undefined) return []
    const times = { signsFrom: toMonotonic(signsFrom), ...(retired !== undefined && { retired: toMonotonic(retired) }) }
    return [importSigner(kid, privateKey, { crypto, protection }).then((sign) => ({ kid, sign, ...times }))]
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

/** The private part of a stored key: the key itself, or its name in a key management service. */
type StoredPrivateKey = PrivateJwk | { readonly name: string }

/** What a stored private key belongs to, for its encryption. */
export function purposeOfSigningKey(kid: string): string {
  return `signing key ${kid}`
}

async function importSigner(kid: string, stored: string, { crypto, protection }: RingEnvironment): Promise<Es256Signer> {
  const key: StoredPrivateKey = JSON.parse(await protection.reveal(stored, purposeOfSigningKey(kid)))
  if (!('name' in key)) return crypto.importSigner(key)
  const { management } = protection
  if (management === undefined) throw keyManagementMissing()
  return (data) => management.sign(key.name, data)
}

/** Creates a key, in the key management service if there is one. Its id is its fingerprint (RFC 7638). */
export async function createSigningKey({ crypto, protection }: RingEnvironment): Promise<NewSigningKey> {
  const { publicKey, privateKey } = await createKey(crypto, protection.management)
  const kid = await calculateJwkThumbprint(publicKey)
  return { kid, publicKey, privateKey: await protection.protect(JSON.stringify(privateKey), purposeOfSigningKey(kid)) }
}

async function createKey(
  crypto: ServiceCrypto,
  management: KeyProtection['management'],
): Promise<{ readonly publicKey: PublicJwk; readonly privateKey: StoredPrivateKey }> {
  if (management === undefined) {
    const privateKey = await crypto.generateKey()
    return { publicKey: toPublic(privateKey), privateKey }
  }
  const { name, publicKey } = await management.createKey()
  return { publicKey: toPublic(publicKey), privateKey: { name } }
}

function toPublic({ kty, crv, x, y }: PublicJwk): PublicJwk {
  return { kty, crv, x, y }
}
