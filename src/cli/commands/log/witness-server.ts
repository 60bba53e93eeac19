import { createServer, type IncomingMessage, type Server } from 'node:http'
import { emptyHead, parseCheckpoint, parseSignedCheckpoint } from '../../../log/checkpoint.ts'
import type { LogCrypto, SignEd25519 } from '../../../log/log-crypto.ts'
import { isConsistent } from '../../../log/merkle-proof.ts'
import type { NoteKey } from '../../../log/note-key.ts'
import { readAtMost } from '../../../log/read-at-most.ts'
import { cosignNote, parseSignedNote, writeSignature } from '../../../log/signed-note.ts'
import { verifyCheckpoint } from '../../../log/verify-checkpoint.ts'
import { parseWitnessRequest } from '../../../log/witness-request.ts'

/** Larger than 63 hashes and a checkpoint with many signatures. */
const MAX_BODY_BYTES = 64 * 1024

/** The last checkpoint that the witness has cosigned of each log, by its origin. */
export interface WitnessState {
  get(origin: string): string | undefined
  /** Resolves when the checkpoint is on disk. Only then it is cosigned. */
  set(origin: string, note: string): Promise<void>
}

/** What a witness needs. */
export interface WitnessOptions {
  readonly key: NoteKey
  readonly sign: SignEd25519
  /** The public keys of the logs that it knows. */
  readonly logs: readonly NoteKey[]
  readonly state: WitnessState
  readonly crypto: LogCrypto
  readonly now: () => number
}

/** The answer to a request. */
interface Answer {
  readonly status: number
  readonly body?: string
  readonly type?: string
}

/** Creates the HTTP server of a witness (C2SP tlog-witness): it cosigns a checkpoint only if the log has only grown. */
export function createWitnessServer(options: WitnessOptions): Server {
  // One after another, so that no two checkpoints of a log are compared with the same old one.
  let last: Promise<unknown> = Promise.resolve()
  return createServer((request, response) => {
    const answered = last
      .then(() => answer(request, options))
      .catch((): Answer => ({ status: 400 }))
      .then(({ status, body = '', type = 'text/plain; charset=utf-8' }) => {
        response.writeHead(status, { 'content-type': type }).end(body)
      })
    last = answered
  })
}

async function answer(request: IncomingMessage, options: WitnessOptions): Promise<Answer> {
  if (request.method !== 'POST' || !request.url?.endsWith('/add-checkpoint')) return { status: 404 }
  const { oldSize, hashes, checkpoint: note } = parseWitnessRequest(await readText(request))
  const { text } = parseSignedNote(note)
  const { origin } = parseCheckpoint(text)
  const { logs, state, crypto, key, sign, now } = options
  if (!logs.some(({ name }) => name === origin)) return { status: 404 }
  const checkpoint = await verifyCheckpoint(note, logs, crypto).catch(() => undefined)
  if (checkpoint === undefined) return { status: 403 }
  if (oldSize > checkpoint.size) return { status: 400 }
  const known = state.get(origin)
  const old = known === undefined ? await emptyHead(crypto.sha256) : parseSignedCheckpoint(known)
  if (old.size !== oldSize) return { status: 409, body: `${old.size}\n`, type: 'text/x.tlog.size' }
  const claim = { oldSize, oldRoot: old.root, size: checkpoint.size, root: checkpoint.root, proof: hashes }
  if (!(await isConsistent(claim, crypto.sha256))) return { status: 422 }
  await state.set(origin, note)
  return { status: 200, body: writeSignature(await cosignNote(text, key, Math.floor(now() / 1000), sign)) }
}

async function readText(request: IncomingMessage): Promise<string> {
  const body = await readAtMost(request, MAX_BODY_BYTES, () => new RangeError('The body is too large.'))
  return Buffer.from(body).toString('utf8')
}
