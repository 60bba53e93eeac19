import { toBase64 } from '../core/base64.ts'
import { type Bytes, readBase64, readDecimal } from './bytes.ts'
import { malformed } from './invalid-proof.ts'
import { readHash } from './merkle.ts'
import { MAX_PROOF_HASHES } from './merkle-proof.ts'

/** A proof that a log contains an entry, in one text (C2SP tlog-proof, version 1). */
export interface TlogProof {
  /** Data of the application, which no signature covers: a time stamp; see `parseTimestampExtra`. */
  readonly extra?: Bytes
  /** Position of the entry, counted from 0. */
  readonly index: number
  /** Proof of inclusion: hashes of 32 bytes, from the sibling of the leaf to the child of the root. */
  readonly hashes: readonly Bytes[]
  /** The signed checkpoint, as the log serves it. */
  readonly checkpoint: string
}

const HEADER = 'c2sp.org/tlog-proof@v1'

/** Writes a proof. */
export function writeTlogProof({ extra, index, hashes, checkpoint }: TlogProof): string {
  const extraLines = extra === undefined ? [] : [`extra ${toBase64(extra)}`]
  return [HEADER, ...extraLines, `index ${index}`, ...hashes.map(toBase64), '', checkpoint].join('\n')
}

/**
 * Reads a proof, and checks only its form. The checkpoint is not read.
 *
 * @throws {LicetError} `invalid_proof` when it has another form, or more than 64 hashes.
 */
export function parseTlogProof(text: string): TlogProof {
  const end = text.indexOf('\n\n')
  const [header, ...lines] = text.slice(0, Math.max(end, 0)).split('\n')
  const hasExtra = lines[0]?.startsWith('extra ') === true
  const extra = hasExtra ? readBase64(lines.shift()?.slice('extra '.length) ?? '') : undefined
  const position = lines.shift() ?? ''
  const index = position.startsWith('index ') ? readDecimal(position.slice('index '.length)) : undefined
  const isComplete = header === HEADER && index !== undefined && (!hasExtra || extra !== undefined)
  if (!isComplete || lines.length > MAX_PROOF_HASHES) throw malformed('proof')
  const hashes = lines.map((line) => {
    const hash = readHash(line)
    if (hash === undefined) throw malformed('proof')
    return hash
  })
  return { ...(extra !== undefined && { extra }), index, hashes, checkpoint: text.slice(end + 2) }
}
