import { toBase64 } from '../core/base64.ts'
import { type Bytes, readBase64, readDecimal } from './bytes.ts'
import { malformed } from './invalid-proof.ts'
import { HASH_BYTES } from './merkle.ts'

/** The head of a log at one size (C2SP tlog-checkpoint). */
export interface Checkpoint {
  /** Name of the log: the host and path of its service, and its epoch. */
  readonly origin: string
  /** Number of entries. */
  readonly size: number
  /** Root of the tree, 32 bytes. */
  readonly root: Bytes
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
  const root = readBase64(hash)
  if (end !== '' || lines.includes('') || size === undefined || root?.length !== HASH_BYTES) throw malformed('checkpoint')
  return { origin, size, root, ...(extensions.length > 0 && { extensions }) }
}
