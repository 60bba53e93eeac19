import type { Bytes } from '../bytes.ts'

/** The part of WebCrypto that verifies time stamps. */
export interface TimestampSubtle<Key = unknown> {
  digest(algorithm: 'SHA-1' | 'SHA-256' | 'SHA-384' | 'SHA-512', bytes: Bytes): Promise<ArrayBuffer>
  importKey(
    format: 'spki',
    key: Bytes,
    algorithm: { readonly name: string; readonly hash: string } | { readonly name: string; readonly namedCurve: string },
    extractable: false,
    usages: ['verify'],
  ): Promise<Key>
  verify(
    algorithm:
      | { readonly name: string }
      | { readonly name: string; readonly hash: string }
      | { readonly name: string; readonly saltLength: number },
    key: Key,
    signature: Bytes,
    message: Bytes,
  ): Promise<boolean>
}
