import { isJsonObject } from '../core/json.ts'
import { isEpochSecond } from '../core/timestamp.ts'
import { malformed } from './invalid-proof.ts'

/** A public key with the time from which it counts. */
export interface DatedKey {
  /** The key as a line; see `parseVkey`. */
  readonly vkey: string
  /** In whole seconds since the epoch. */
  readonly from: number
}

/** An epoch of the log. */
export interface LogEpoch {
  /** The origin of its checkpoints. */
  readonly origin: string
  /** Its public keys, oldest first. While a key is rotated, two of them sign. */
  readonly keys: readonly DatedKey[]
}

/** An epoch that ended with a restore. */
export interface FormerEpoch extends LogEpoch {
  /** The last checkpoint that is known of it, signed. The first entry of the next epoch contains its SHA-256. */
  readonly checkpoint: string
}

/** The file `keys` of a log, as JSON: who signs its checkpoints. */
export interface LogKeys extends LogEpoch {
  /** The public keys of its witnesses. */
  readonly witnesses: readonly DatedKey[]
  /** The number of entries of the newest checkpoint that has a time stamp. Absent without one. */
  readonly timestamp?: number | undefined
  /** All earlier epochs, oldest first. */
  readonly former: readonly FormerEpoch[]
}

/** Returns the lines of all keys: of every epoch, and of the witnesses. */
export function vkeysOf({ keys, witnesses, former }: LogKeys): readonly string[] {
  return [...former.flatMap((epoch) => epoch.keys), ...keys, ...witnesses].map(({ vkey }) => vkey)
}

/**
 * Reads the file `keys` of a log. The lines of the keys are not read.
 *
 * @throws {LicetError} `invalid_proof` when a member is missing or of the wrong type.
 */
export function parseLogKeys(value: unknown): LogKeys {
  const keys = { ...readEpoch(value), witnesses: readList(memberOf(value, 'witnesses'), readDatedKey) }
  const former = readList(memberOf(value, 'former'), (epoch) => ({
    ...readEpoch(epoch),
    checkpoint: readText(epoch, 'checkpoint'),
  }))
  const timestamp = memberOf(value, 'timestamp')
  return { ...keys, ...(typeof timestamp === 'number' && { timestamp }), former }
}

function readEpoch(value: unknown): LogEpoch {
  return { origin: readText(value, 'origin'), keys: readList(memberOf(value, 'keys'), readDatedKey) }
}

function readDatedKey(value: unknown): DatedKey {
  const from = memberOf(value, 'from')
  if (!isEpochSecond(from)) throw malformed('list of keys')
  return { vkey: readText(value, 'vkey'), from }
}

function memberOf(value: unknown, name: string): unknown {
  return isJsonObject(value) ? value[name] : undefined
}

function readText(value: unknown, name: string): string {
  const text = memberOf(value, name)
  if (typeof text !== 'string') throw malformed('list of keys')
  return text
}

function readList<Item>(value: unknown, read: (item: unknown) => Item): readonly Item[] {
  if (!Array.isArray(value)) throw malformed('list of keys')
  return value.map(read)
}
