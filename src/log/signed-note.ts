import { toBase64 } from '../core/base64.ts'
import { hasLoneSurrogate } from '../core/json.ts'
import { utf8 } from '../core/signature.ts'
import { type Bytes, concatBytes, readBase64, toHex } from './bytes.ts'
import { invalidProof, malformed } from './invalid-proof.ts'
import type { LogCrypto, SignEd25519 } from './log-crypto.ts'
import { isKeyName, type NoteKey } from './note-key.ts'
import { joinCosignature, SIGNATURE_TYPES, toCosigned } from './signature-type.ts'

/** One signature of a note. */
export interface NoteSignature {
  /** Name of the signer. */
  readonly name: string
  /** Id of the key, 8 hexadecimal digits. */
  readonly id: string
  /** The signature without the id: 64 bytes for a log, 72 for a witness. Other kinds have other lengths. */
  readonly bytes: Bytes
}

/** A text with signatures (C2SP signed-note). */
export interface SignedNote {
  /** The text that is signed. It ends with U+000A. */
  readonly text: string
  readonly signatures: readonly NoteSignature[]
}

/** Maximum number of signatures that are read. C2SP asks for at least 16. */
const MAX_SIGNATURES = 100
const KEY_ID_BYTES = 4
const SIGNATURE_LINE = /^— (\S+) (\S+)$/
const CONTROL_CHARACTER = /[\u0000-\u0009\u000b-\u001f]/

/** Writes a note: the text, an empty line, and one line for each signature. */
export function writeSignedNote({ text, signatures }: SignedNote): string {
  return `${text}\n${signatures.map(writeSignature).join('')}`
}

/** Writes the line of a signature, with its U+000A. A witness responds with such lines. */
export function writeSignature({ name, id, bytes }: NoteSignature): string {
  const idBytes = Uint8Array.from(id.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
  return `— ${name} ${toBase64(concatBytes(idBytes, bytes))}\n`
}

/**
 * Splits a note into its text and its signatures, and checks no signature.
 *
 * @throws {LicetError} `invalid_proof` when it has another form.
 */
export function parseSignedNote(note: string): SignedNote {
  const end = note.lastIndexOf('\n\n')
  const isText = end >= 0 && !CONTROL_CHARACTER.test(note) && !hasLoneSurrogate(note)
  if (!isText) throw malformed('checkpoint')
  return { text: note.slice(0, end + 1), signatures: parseSignatures(note.slice(end + 2)) }
}

/**
 * Reads lines of signatures, such as the response of a witness.
 *
 * @throws {LicetError} `invalid_proof` when a line has another form, when there is none, and when there are more than 100.
 */
export function parseSignatures(lines: string): readonly NoteSignature[] {
  const all = lines.split('\n')
  const isEnded = all.pop() === ''
  if (!isEnded || all.length === 0 || all.length > MAX_SIGNATURES) throw malformed('list of signatures')
  return all.map(parseSignature)
}

function parseSignature(line: string): NoteSignature {
  const [, name = '', encoded = ''] = SIGNATURE_LINE.exec(line) ?? []
  const bytes = readBase64(encoded)
  if (!isKeyName(name) || bytes === undefined || bytes.length <= KEY_ID_BYTES) throw malformed('signature')
  return { name, id: toHex(bytes.slice(0, KEY_ID_BYTES)), bytes: bytes.slice(KEY_ID_BYTES) }
}

/** Signs a text as the log with `key`. The text ends with U+000A. */
export async function signNote(text: string, { name, id }: NoteKey, sign: SignEd25519): Promise<NoteSignature> {
  return { name, id, bytes: await sign(utf8(text)) }
}

/** Signs the text of a checkpoint as the witness with `key`, at a time in whole seconds since the epoch (C2SP tlog-cosignature). */
export async function cosignNote(text: string, { name, id }: NoteKey, at: number, sign: SignEd25519): Promise<NoteSignature> {
  return { name, id, bytes: joinCosignature(at, await sign(toCosigned(text, at))) }
}

/** A signature that was verified. */
export interface VerifiedSignature {
  readonly key: NoteKey
  /** When a witness claims to have signed, in whole seconds since the epoch. Absent for a log. */
  readonly at?: number
}

/**
 * Verifies the signatures of a note whose keys are known, and ignores all others, as C2SP signed-note requires.
 *
 * @returns One item for each key that signed, in the order of the signatures. Nothing signed the note if there is none.
 * @throws {LicetError} `invalid_proof` when the signature of a known key is wrong.
 */
export async function verifySignedNote(
  { text, signatures }: SignedNote,
  keys: readonly NoteKey[],
  { verifyEd25519 }: LogCrypto,
): Promise<readonly VerifiedSignature[]> {
  const verified = new Map<NoteKey, VerifiedSignature>()
  for (const { name, id, bytes } of signatures) {
    const key = keys.find((one) => one.name === name && one.id === id)
    if (key === undefined || verified.has(key)) continue
    const part = SIGNATURE_TYPES[key.type].read(text, bytes)
    if (part === undefined || !(await verifyEd25519(key.publicKey, part.message, part.signature)))
      throw invalidProof(`The signature of ${name} over the checkpoint is wrong`)
    verified.set(key, { key, ...(part.at !== undefined && { at: part.at }) })
  }
  return [...verified.values()]
}
