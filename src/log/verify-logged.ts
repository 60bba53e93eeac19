import { isJsonObject } from '../core/json.ts'
import { toTimestamp } from '../core/timestamp.ts'
import { invalidProof } from './invalid-proof.ts'
import type { LogCrypto } from './log-crypto.ts'
import { hashText, writeLogEntry } from './log-entry.ts'
import { hashLeaf } from './merkle.ts'
import { isIncluded } from './merkle-proof.ts'
import { parseVkey, writeVkey } from './note-key.ts'
import type { StampOfProof } from './timestamp/verify-stamp.ts'
import type { VerifiedTimestamp } from './timestamp/verify-timestamp.ts'
import { parseTlogProof } from './tlog-proof.ts'
import { verifyCheckpoint } from './verify-checkpoint.ts'

/** A proof of the public log with the keys that verify it, as it is kept beside a receipt. */
export interface ReceiptLog {
  /** The proof in one text (C2SP tlog-proof, version 1). */
  readonly proof: string
  /** The public keys of log and witnesses, one line each (vkey of C2SP signed-note). */
  readonly keys: readonly string[]
}

/** Reads the member `log` of a receipt file. `undefined` for a value of another form. The proof and the keys are not read. */
export function readReceiptLog(value: unknown): ReceiptLog | undefined {
  if (!isJsonObject(value)) return undefined
  const { proof, keys } = value
  const isLog = typeof proof === 'string' && Array.isArray(keys) && keys.every((key): key is string => typeof key === 'string')
  return isLog ? { proof, keys } : undefined
}

/** What a proof of the public log proves about a receipt. */
export interface LoggedReceipt {
  /** `license`: the entry records a license. `end`: it records a withdrawal or a revocation. */
  readonly kind: 'license' | 'end'
  /** Name of the log: the host and path of the service, and the number of its epoch. */
  readonly origin: string
  /** Position of the entry in the log, counted from 0. */
  readonly index: number
  /** Number of entries of the checkpoint that contains it. */
  readonly size: number
  /** The keys of the log that signed this checkpoint, one line each. */
  readonly signedBy: readonly string[]
  /** The witnesses that confirmed that the log only grew, each with its time in whole seconds since the epoch. */
  readonly witnesses: readonly { readonly name: string; readonly at: number }[]
  /**
   * The entry existed before this time, in whole seconds since the epoch, as `by` confirms: a trusted time stamp, or else the first witness.
   * Absent if there is neither.
   */
  readonly before?: { readonly at: number; readonly by: string } | undefined
  /**
   * The time stamp of the proof: the entry existed before `at`, in whole seconds since the epoch, as the authority `by` states. While
   * `isTrusted` is `false`, anyone can have made its certificate. Absent without a time stamp, and where none was checked.
   */
  readonly timestamp?: VerifiedTimestamp | undefined
}

/** Verifies the time stamp of a proof; see `verifyStamp`. */
export type VerifyStamp = (stamp: StampOfProof) => Promise<VerifiedTimestamp>

const KINDS = ['license', 'end'] as const

/**
 * Verifies that the public log contains the entry of a receipt. Makes no request.
 *
 * @param receipt Compact JWS. Its own signature is not checked here.
 * @param iat The `iat` of the receipt, in whole seconds since the epoch.
 * @param verifyStamp Verifies a time stamp in the proof. Default: it is not read.
 * @throws {LicetError} `invalid_proof` when a part is malformed, when no given key signed the checkpoint, and when the log does not contain
 *   the entry at the position in the proof.
 */
export async function verifyLogged(
  receipt: string,
  iat: number,
  log: ReceiptLog,
  crypto: LogCrypto,
  verifyStamp?: VerifyStamp,
): Promise<LoggedReceipt> {
  const { sha256 } = crypto
  const { index, hashes, checkpoint: note, extra } = parseTlogProof(log.proof)
  const keys = await Promise.all(log.keys.map((vkey) => parseVkey(vkey, sha256)))
  const { origin, size, root, signedBy, witnessedBy } = await verifyCheckpoint(note, keys, crypto)
  const h = await hashText(receipt, sha256)
  const witnesses = witnessedBy.map(({ key, at = 0 }) => ({ name: key.name, at }))
  const [first] = [...witnesses].sort((a, b) => a.at - b.at)
  // A receipt does not say whether its act stored a license or ended one.
  for (const kind of KINDS) {
    const leafHash = await hashLeaf(writeLogEntry({ k: kind, h, t: iat }), sha256)
    if (!(await isIncluded({ leafHash, index, size, root, proof: hashes }, sha256))) continue
    const timestamp = extra && (await verifyStamp?.({ extra, checkpoint: note, size }))
    const before = timestamp?.isTrusted ? { at: timestamp.at, by: timestamp.by } : first && { at: first.at, by: first.name }
    return {
      ...{ kind, origin, index, size, witnesses, before },
      signedBy: signedBy.map(({ key }) => writeVkey(key)),
      ...(timestamp && { timestamp }),
    }
  }
  throw invalidProof('The proof of the log belongs to another receipt, or was altered')
}

/** Returns one English sentence about what a proof of the public log proves. */
export function describeLogged({ kind, origin, index, before, timestamp }: LoggedReceipt): string {
  const what = kind === 'license' ? 'The license' : 'The end of the license'
  const known = before ?? timestamp
  const by = timestamp === undefined || (before !== undefined && !timestamp.isTrusted) ? before?.by : describeStamp(timestamp)
  const when = known === undefined ? '' : `, before ${toTimestamp(known.at * 1000)} (${by})`
  return `${what} is recorded as entry ${index.toLocaleString('en')} of the public log ${origin}${when}.`
}

/** Returns who stamped, and whether that was checked: "time stamp of <name>". */
export function describeStamp({ by, isTrusted }: VerifiedTimestamp): string {
  return `time stamp of ${by}${isTrusted ? '' : ', whose certificate was not checked against a list'}`
}
