import { utf8 } from '../core/signature.ts'
import { isEpochSecond } from '../core/timestamp.ts'
import { type Bytes, concatBytes } from './bytes.ts'

/** What a signature of a note covers. */
export interface SignedPart {
  /** The bytes that Ed25519 signed. */
  readonly message: Bytes
  /** The Ed25519 signature, 64 bytes. */
  readonly signature: Bytes
  /** When the signer claims to have signed, in whole seconds since the epoch. */
  readonly at?: number
}

interface SignatureForm {
  /** The byte of C2SP signed-note that stands for the type in the id of a key. */
  readonly byte: number
  /** Reads the signature of a note. `undefined` when it has the wrong length, or a time that cannot be written. */
  read(text: string, bytes: Bytes): SignedPart | undefined
}

/** The kinds of signatures: `log` is the Ed25519 signature of C2SP signed-note, `witness` the cosignature of C2SP tlog-cosignature, version 1. */
export type SignatureType = 'log' | 'witness'

const SIGNATURE_BYTES = 64
const TIME_BYTES = 8

/** How each kind of signature is read. */
export const SIGNATURE_TYPES: Readonly<Record<SignatureType, SignatureForm>> = {
  log: {
    byte: 0x01,
    read: (text, signature) => (signature.length === SIGNATURE_BYTES ? { message: utf8(text), signature } : undefined),
  },
  witness: {
    byte: 0x04,
    read(text, bytes) {
      if (bytes.length !== TIME_BYTES + SIGNATURE_BYTES) return undefined
      const at = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0))
      if (!isEpochSecond(at)) return undefined
      return { message: toCosigned(text, at), signature: bytes.slice(TIME_BYTES), at }
    },
  },
}

/** Returns the bytes that a witness signs for a checkpoint at a time in whole seconds (C2SP tlog-cosignature, version 1). */
export function toCosigned(text: string, at: number): Bytes {
  return utf8(`cosignature/v1\ntime ${at}\n${text}`)
}

/** Joins the time of a cosignature, in whole seconds, and its Ed25519 signature. */
export function joinCosignature(at: number, signature: Bytes): Bytes {
  const time = new Uint8Array(TIME_BYTES)
  new DataView(time.buffer).setBigUint64(0, BigInt(at))
  return concatBytes(time, signature)
}
