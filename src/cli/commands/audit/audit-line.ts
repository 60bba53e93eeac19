import { canonicalize } from '../../../core/canonical-json.ts'
import { isJsonObject, type JsonObject } from '../../../core/json.ts'
import { utf8 } from '../../../core/signature.ts'
import { parseJsonBytes } from '../../../core/strict-json.ts'
import { toTimestamp } from '../../../core/timestamp.ts'
import type { StoredAuditChain, StoredAuditEvent } from '../../../service/storage/read-audit-log.ts'

/** An event as it is verified. */
export interface EventLine {
  readonly type: 'event'
  readonly chain: string
  readonly sequence: number
  /** The canonical JSON that is hashed. */
  readonly text: string
  /** In hexadecimal. */
  readonly hash: string
}

/** The head of a chain as it is verified. */
export interface HeadLine {
  readonly type: 'head'
  readonly chain: string
  readonly number: number
  /** The JWS. */
  readonly head: string
  /** Where the events of the chain are: in the same file, removed by the retention, or left out by `--from` and `--to`. */
  readonly events: 'exported' | 'removed' | 'omitted'
  /** When the retention removed them. */
  readonly removed?: string
}

/** The end of a chain that is open, from the database. */
export interface OpenLine {
  readonly type: 'open'
  readonly chain: string
  readonly length: number
  readonly hash: string
}

/** A part of the audit log. */
export type AuditLine = EventLine | HeadLine | OpenLine

/** Returns an event of the database. */
export function toEventLine(chain: string, { sequence, event, hash }: StoredAuditEvent): EventLine {
  return { type: 'event', chain, sequence, text: event, hash }
}

/** Returns the head of a chain of the database, or its end while it is open. */
export function toEndLine(
  { id, number, head, length, hash, removed }: StoredAuditChain,
  events: HeadLine['events'] = removed === null ? 'exported' : 'removed',
): HeadLine | OpenLine {
  if (number === null || head === null) return { type: 'open', chain: id, length, hash }
  const at = events === 'removed' && removed !== null ? { removed: toTimestamp(removed) } : {}
  return { type: 'head', chain: id, number, head, events, ...at }
}

/** Returns a line as it is exported. */
export function toExported(line: EventLine | HeadLine): JsonObject {
  if (line.type === 'head') return { ...line }
  const { type, chain, sequence, text, hash } = line
  return { type, chain, sequence, ...readEvent(text), hash }
}

/** An event that is not JSON was changed by somebody. It is exported too, so that `licet audit verify` reports it. */
function readEvent(text: string): JsonObject {
  try {
    const event = parseJsonBytes(utf8(text))
    if (isJsonObject(event)) return event
  } catch {
    // Exported as a text.
  }
  return { unreadable: text }
}

/** Parses a line of an exported file. Returns `undefined` when it is neither an event nor a head. */
export function parseLine(line: string): EventLine | HeadLine | undefined {
  let value: unknown
  try {
    value = parseJsonBytes(utf8(line))
  } catch {
    return undefined
  }
  if (!isJsonObject(value) || typeof value.chain !== 'string') return undefined
  const { type, chain, sequence, hash, ...event } = value
  if (type === 'event' && isCount(sequence) && typeof hash === 'string')
    return { type, chain, sequence, text: canonicalize(event), hash }
  const { number, head, events, removed } = value
  if (type !== 'head' || !isCount(number) || typeof head !== 'string') return undefined
  if (events !== 'exported' && events !== 'removed' && events !== 'omitted') return undefined
  return { type, chain, number, head, events, ...(typeof removed === 'string' && { removed }) }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0
}
