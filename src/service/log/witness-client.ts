import { LicetError } from '../../core/errors.ts'
import { fromUtf8, utf8 } from '../../core/signature.ts'
import { SECOND_MS } from '../../core/time-units.ts'
import { type NoteKey, nameOfVkey, parseVkey } from '../../log/note-key.ts'
import { readAtMost } from '../../log/read-at-most.ts'
import { parseSignatures, parseSignedNote, verifySignedNote, writeSignature } from '../../log/signed-note.ts'
import { proveConsistency } from '../../log/tile-tree.ts'
import { writeWitnessRequest } from '../../log/witness-request.ts'
import type { ServiceContext } from '../service-context.ts'
import type { StoredCheckpoint } from '../storage/log-tree.ts'
import { addCosignature, findWitness, saveWitness } from '../storage/log-witnesses.ts'
import { toLogCrypto } from './log-environment.ts'
import { storedTree } from './stored-tree.ts'

const TIMEOUT_MS = 5 * SECOND_MS
const MAX_RESPONSE_BYTES = 16_384
/** The status of a witness that has cosigned another size than the request expects. */
const CONFLICT = 409

/** A witness, as an option describes it. */
export interface Witness {
  /** The address of the witness, with a slash at its end. */
  readonly url: string
  /** The name in its key. */
  readonly name: string
  readonly vkey: string
}

/**
 * Reads the address of a witness, with its public key after `#`: `https://witness.example.com/#<vkey>`.
 *
 * @throws {LicetError} `invalid_configuration`
 */
export function parseWitness(text: string): Witness {
  const [address = '', vkey = ''] = text.split('#')
  const isAddress = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
  const name = nameOfVkey(vkey)
  if (isAddress && name !== undefined) return { url: address.replace(/\/?$/, '/'), name, vkey }
  throw new LicetError(
    'invalid_configuration',
    'A witness is not an address with its public key. The service did not start. Write it as `licet log witness` prints it: https://witness.example.com/#<vkey>.',
    { field: 'witnesses' },
  )
}

/** What {@link cosign} needs of the service. */
type WitnessEnvironment = Pick<ServiceContext, 'storage' | 'crypto' | 'now'>

/**
 * Asks a witness for its cosignature of a checkpoint, and adds it (C2SP tlog-witness).
 *
 * @throws {LicetError} `invalid_proof` when the witness refuses the checkpoint, or its signature is wrong; `unavailable` when it does not
 *   respond.
 */
export async function cosign(environment: WitnessEnvironment, witness: Witness, checkpoint: StoredCheckpoint): Promise<void> {
  const { storage, now } = environment
  const crypto = toLogCrypto(environment)
  const key = await parseVkey(witness.vkey, crypto.sha256)
  const known = await findWitness(storage, witness.vkey, checkpoint.epoch)
  let answer = await send(environment, { witness, checkpoint, oldSize: known ?? 0 })
  // The witness has cosigned another size, for example before its response was lost.
  if (answer.status === CONFLICT)
    answer = await send(environment, { witness, checkpoint, oldSize: readSize(answer.text, checkpoint) })
  if (answer.status !== 200) throw refused(key, answer.status)
  const signatures = parseSignatures(answer.text)
  const { text } = parseSignedNote(checkpoint.note)
  const verified = await verifySignedNote({ text, signatures }, [key], crypto)
  const own = signatures.find(({ name, id }) => name === key.name && id === key.id)
  if (verified.length === 0 || own === undefined) throw refused(key, answer.status)
  await addCosignature(storage, checkpoint, writeSignature(own))
  await saveWitness(storage, { vkey: witness.vkey, epoch: checkpoint.epoch, size: checkpoint.size, since: now() })
}

async function send(
  environment: WitnessEnvironment,
  { witness, checkpoint, oldSize }: { readonly witness: Witness; readonly checkpoint: StoredCheckpoint; readonly oldSize: number },
): Promise<{ readonly status: number; readonly text: string }> {
  const { epoch, size, note } = checkpoint
  const tree = storedTree(environment, { sql: environment.storage, epoch, size })
  const hashes = await proveConsistency(Math.min(oldSize, size), tree)
  const request = utf8(writeWitnessRequest({ oldSize, hashes, checkpoint: note }))
  try {
    const response = await fetch(`${witness.url}add-checkpoint`, {
      method: 'POST',
      body: request,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const body = response.body === null ? new Uint8Array() : await readAtMost(response.body, MAX_RESPONSE_BYTES, tooLarge)
    return { status: response.status, text: fromUtf8(body) }
  } catch (cause) {
    throw new LicetError(
      'unavailable',
      'A witness of the public log does not respond. Its cosignature is missing. Check its address.',
      { cause },
    )
  }
}

/** Reads the size that a witness knows. A larger one belongs to a checkpoint that was published later. */
function readSize(text: string, { size }: StoredCheckpoint): number {
  const known = Number(text.trim())
  return Number.isSafeInteger(known) && known >= 0 && known <= size ? known : 0
}

function tooLarge(): RangeError {
  return new RangeError(`The response has more than ${MAX_RESPONSE_BYTES} bytes.`)
}

function refused({ name }: NoteKey, status: number): LicetError<'invalid_proof'> {
  return new LicetError(
    'invalid_proof',
    `The witness ${name} did not cosign the checkpoint, and answered with ${status}. The log continues without it. Look at its log.`,
  )
}
