import { isJsonObject, type JsonObject } from '../core/json.ts'
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
  const { witnesses, former, timestamp } = readObject(value)
  return {
    ...readEpoch(value),
    witnesses: readList(witnesses, readDatedKey),
    ...(typeof timestamp === 'number' && { timestamp }),
    former: readList(former, (epoch) => ({ ...readEpoch(epoch), checkpoint: readText(readObject(epoch).checkpoint) })),
  }
}

function readEpoch(value: unknown): LogEpoch {
  const { origin, keys } = readObject(value)
  return { origin: readText(origin), keys: readList(keys, readDatedKey) }
}

function readDatedKey(value: unknown): DatedKey {
  const { vkey, from } = readObject(value)
  if (!isEpochSecond(from)) throw malformed('list of keys')
  return { vkey: readText(vkey), from }
}

function readObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {}
}

function readText(value: unknown): string {
  if (typeof value !== 'string') throw malformed('list of keys')
  return value
}

function readList<Item>(value: unknown, read: (item: unknown) => Item): readonly Item[] {
  if (!Array.isArray(value)) throw malformed('list of keys')
  return value.map(read)
}
