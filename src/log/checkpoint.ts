import { toBase64 } from '../core/base64.ts'
import { type Bytes, readDecimal } from './bytes.ts'
import { malformed } from './invalid-proof.ts'
import type { Sha256 } from './log-crypto.ts'
import { hashEmptyTree, readHash } from './merkle.ts'
import { parseSignedNote } from './signed-note.ts'

/** The size of a tree and its root. */
export interface TreeHead {
  /** Number of entries. */
  readonly size: number
  /** Root of the tree, 32 bytes. */
  readonly root: Bytes
}

/** The head of a log at one size (C2SP tlog-checkpoint). */
export interface Checkpoint extends TreeHead {
  /** Name of the log: the host and path of its service, and its epoch. */
  readonly origin: string
  /** Further lines, without line breaks. This log writes none. */
  readonly extensions?: readonly string[]
}

/** Writes the text of a checkpoint that is signed: each line ends with U+000A. */
export function writeCheckpoint({ origin, size, root, extensions = [] }: Checkpoint): string {
  return [origin, size, toBase64(root), ...extensions].map((line) => `${line}\n`).join('')
}

/**
 * Reads the text of a checkpoint, without its signatures.
 *
 * @throws {LicetError} `invalid_proof` when it has another form.
 */
export function parseCheckpoint(text: string): Checkpoint {
  const lines = text.split('\n')
  const end = lines.pop()
  const [origin = '', count = '', hash = '', ...extensions] = lines
  const size = readDecimal(count)
  const root = readHash(hash)
  if (end !== '' || lines.includes('') || size === undefined || root === undefined) throw malformed('checkpoint')
  return { origin, size, root, ...(extensions.length > 0 && { extensions }) }
}

/**
 * Reads the checkpoint of a note, and checks no signature.
 *
 * @throws {LicetError} `invalid_proof` when it has another form.
 */
export function parseSignedCheckpoint(note: string): Checkpoint {
  return parseCheckpoint(parseSignedNote(note).text)
}

/** Returns the head of a log without entries. */
export async function emptyHead(sha256: Sha256): Promise<TreeHead> {
  return { size: 0, root: await hashEmptyTree(sha256) }
}
