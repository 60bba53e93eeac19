// Loads only where WebCrypto has no Ed25519.
import { verifyAsync } from '@noble/ed25519'
import type { Bytes } from './bytes.ts'

/** Verifies an Ed25519 signature strictly by RFC 8032. A malformed key or signature is not valid. */
export async function verifyEd25519(publicKey: Bytes, message: Bytes, signature: Bytes): Promise<boolean> {
  return verifyAsync(signature, message, publicKey, { zip215: false }).catch(() => false)
}
