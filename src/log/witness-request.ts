import { toBase64 } from '../core/base64.ts'
import { type Bytes, readDecimal } from './bytes.ts'
import { invalidProof } from './invalid-proof.ts'
import { readHash } from './merkle.ts'

/** The body of `POST <witness>/add-checkpoint` (C2SP tlog-witness). */
export interface WitnessRequest {
  /** Size of the checkpoint of this log that the witness cosigned last; 0 if there is none. */
  readonly oldSize: number
  /** Proof of consistency from `oldSize` to the size of the checkpoint: hashes of 32 bytes. */
  readonly hashes: readonly Bytes[]
  /** The signed checkpoint, as the log serves it. */
  readonly checkpoint: string
}

/** Maximum number of hashes in a request to a witness. */
const MAX_HASHES = 63

/** Writes the body of a request. */
export function writeWitnessRequest({ oldSize, hashes, checkpoint }: WitnessRequest): string {
  return [`old ${oldSize}`, ...hashes.map(toBase64), '', checkpoint].join('\n')
}

/**
 * Reads the body of a request, and checks only its form. The checkpoint is not read.
 *
 * @throws {LicetError} `invalid_proof` when it has another form, or more than 63 hashes.
 */
export function parseWitnessRequest(body: string): WitnessRequest {
  const end = body.indexOf('\n\n')
  const [first = '', ...lines] = body.slice(0, Math.max(end, 0)).split('\n')
  const oldSize = first.startsWith('old ') ? readDecimal(first.slice('old '.length)) : undefined
  if (oldSize === undefined || lines.length > MAX_HASHES) throw invalidForm()
  const hashes = lines.map((line) => {
    const hash = readHash(line)
    if (hash === undefined) throw invalidForm()
    return hash
  })
  return { oldSize, hashes, checkpoint: body.slice(end + 2) }
}

function invalidForm() {
  return invalidProof('The request to the witness has another form than C2SP tlog-witness')
}
