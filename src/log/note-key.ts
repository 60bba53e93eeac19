import { toBase64 } from '../core/base64.ts'
import { utf8 } from '../core/signature.ts'
import { type Bytes, concatBytes, readBase64, toHex } from './bytes.ts'
import { malformed } from './invalid-proof.ts'
import type { Sha256 } from './log-crypto.ts'
import { SIGNATURE_TYPES, type SignatureType } from './signature-type.ts'

/** A public key that verifies signatures of notes (C2SP signed-note). */
export interface NoteKey {
  /** Name of the signer, without spaces and plus signs. For a log, its origin. */
  readonly name: string
  /** First 4 bytes of a hash of name, type and public key, as 8 hexadecimal digits. Recognizes the key and proves nothing. */
  readonly id: string
  readonly type: SignatureType
  /** Ed25519 public key (RFC 8032), 32 bytes. */
  readonly publicKey: Bytes
}

const PUBLIC_KEY_BYTES = 32
// `\s` lacks U+0085, which Unicode counts as a space.
const NAME = /^[^\s\u0085+]+$/
const VKEY = /^([^+]+)\+([0-9a-f]{8})\+(\S+)$/

/**
 * Creates a key, and computes its id.
 *
 * @param publicKey Ed25519 public key (RFC 8032), 32 bytes
 * @throws {TypeError} When the name has a space or a plus sign, or the public key does not have 32 bytes.
 */
export async function createNoteKey(name: string, type: SignatureType, publicKey: Bytes, sha256: Sha256): Promise<NoteKey> {
  if (!isKeyName(name)) throw new TypeError(`The key name "${name}" is empty, or contains a space or a plus sign.`)
  if (publicKey.length !== PUBLIC_KEY_BYTES) throw new TypeError(`An Ed25519 public key has ${PUBLIC_KEY_BYTES} bytes.`)
  return withId({ name, type, publicKey }, sha256)
}

async function withId(key: Omit<NoteKey, 'id'>, sha256: Sha256): Promise<NoteKey> {
  const hash = await sha256(concatBytes(utf8(`${key.name}\n`), toTyped(key)))
  return { ...key, id: toHex(hash.slice(0, 4)) }
}

function toTyped({ type, publicKey }: Omit<NoteKey, 'id'>): Bytes {
  return concatBytes(Uint8Array.of(SIGNATURE_TYPES[type].byte), publicKey)
}

/** Writes a key as one line, `<name>+<id>+<base64 of type and public key>`. C2SP calls this line a vkey. */
export function writeVkey(key: NoteKey): string {
  return `${key.name}+${key.id}+${toBase64(toTyped(key))}`
}

/**
 * Reads a key from its line, the vkey.
 *
 * @throws {LicetError} `invalid_proof` when the line is malformed, has a wrong id, or belongs to another kind of key than Ed25519.
 */
export async function parseVkey(vkey: string, sha256: Sha256): Promise<NoteKey> {
  const [, name = '', id, encoded = ''] = VKEY.exec(vkey) ?? []
  const [byte, ...material] = readBase64(encoded) ?? []
  const type = TYPE_NAMES.find((one) => SIGNATURE_TYPES[one].byte === byte)
  if (!isKeyName(name) || type === undefined || material.length !== PUBLIC_KEY_BYTES) throw malformed('public key')
  const key = await withId({ name, type, publicKey: Uint8Array.from(material) }, sha256)
  if (key.id !== id) throw malformed('public key')
  return key
}

const TYPE_NAMES = Object.keys(SIGNATURE_TYPES) as SignatureType[]

/** Returns the name of a key from its line. `undefined` when the line cannot be one. Its id and its bytes are not checked. */
export function nameOfVkey(vkey: string): string | undefined {
  const name = VKEY.exec(vkey)?.[1]
  return name !== undefined && isKeyName(name) ? name : undefined
}

/** Returns whether a text can be the name of a key. */
export function isKeyName(name: string): boolean {
  return NAME.test(name)
}
