import { readFile } from 'node:fs/promises'
import { isJsonObject, type JsonValue } from '../../../core/json.ts'
import { parseJson } from '../../../core/strict-json.ts'
import { LOG_ENTRY_KINDS, type LogEntryKind } from '../../../log/log-entry.ts'
import { UsageError } from '../../command.ts'
import { printable } from '../../printable.ts'

/** Number of entries of each kind. */
export type EntryCounts = Readonly<Record<LogEntryKind, number>>

export const NO_ENTRIES: EntryCounts = { license: 0, end: 0, erasure: 0, epoch: 0 }

/** What a monitor remembers between two runs: one JSON file. */
export interface MonitorState {
  /** The newest checkpoint that was verified, signed. */
  readonly checkpoint: string
  /** Earlier checkpoints of this epoch that were verified, newest first; see `keepCheckpoint`. */
  readonly earlier: readonly string[]
  /** The public keys that were seen, one line each. */
  readonly keys: readonly string[]
  /** The entries of this epoch that were read and verified. */
  readonly counts: EntryCounts
  /** Both signed checkpoints, after the log contradicted itself. */
  readonly fork?: { readonly known: string; readonly received: string } | undefined
}

/**
 * Reads the state. `undefined` when the file does not exist.
 *
 * @throws {UsageError} when the file is not a state. It is not replaced, because it may be the only evidence.
 */
export async function readMonitorState(path: string): Promise<MonitorState | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const state = toState(parse(text))
  if (state === undefined)
    throw new UsageError(`${printable(path)} is not a state of this command. Nothing was checked. Use another file with --state.`)
  return state
}

function parse(text: string): JsonValue {
  try {
    return parseJson(text)
  } catch {
    return null
  }
}

function toState(value: JsonValue): MonitorState | undefined {
  if (!isJsonObject(value)) return undefined
  const { checkpoint, earlier, keys, counts, fork } = value
  if (typeof checkpoint !== 'string' || !isTexts(earlier) || !isTexts(keys) || !isJsonObject(counts)) return undefined
  if (!LOG_ENTRY_KINDS.every((kind) => Number.isSafeInteger(counts[kind]))) return undefined
  const { known, received } = isJsonObject(fork) ? fork : {}
  const isFork = typeof known === 'string' && typeof received === 'string'
  const read = {
    license: Number(counts.license),
    end: Number(counts.end),
    erasure: Number(counts.erasure),
    epoch: Number(counts.epoch),
  }
  return { checkpoint, earlier, keys, counts: read, ...(isFork && { fork: { known, received } }) }
}

function isTexts(value: JsonValue | undefined): value is string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string')
}
