import { createHash } from 'node:crypto'
import { AUDIT_CHAIN_PREFIX } from '../../../service/storage/audit-chains.ts'
import type { EventLine } from './audit-line.ts'

/** What is wrong with an event or a head. */
export type AuditFaultKind = 'changed' | 'missing' | 'inserted' | 'reordered' | 'forged'

/** The first fault of a chain, or a fault of a head. */
export interface AuditFault {
  readonly kind: AuditFaultKind
  readonly chain?: string
  /** The event, by its place in the chain. */
  readonly sequence?: number
  /** The head, by its number. */
  readonly number?: number
  /** The epoch of the public log. */
  readonly epoch?: number
  readonly message: string
}

/** Where a chain ends, by its head or by the database. */
export interface ChainEnd {
  readonly length: number
  readonly hash: string
}

/** Returns the first fault of a chain, or `undefined`. The events are in the order of the file. */
export function findChainFault(chain: string, events: readonly EventLine[], end: ChainEnd | undefined): AuditFault | undefined {
  const fault = (kind: AuditFaultKind, sequence: number, message: string) => ({ kind, chain, sequence, message })
  let former = startOf(chain)
  for (const [at, event] of events.entries()) {
    const place = at + 1
    if (event.sequence !== place) {
      const isLater = events.slice(at).some(({ sequence }) => sequence === place)
      if (event.sequence < place) return fault('inserted', event.sequence, 'The event occurs twice.')
      return isLater
        ? fault('reordered', place, `The event ${event.sequence} is in the place of this one.`)
        : fault('missing', place, 'The event was removed.')
    }
    if (!follows(event, former)) return { chain, ...classify(chain, events, at, former, end) }
    former = event.hash
  }
  if (end === undefined) return undefined
  if (events.length < end.length) return fault('missing', events.length + 1, 'The event was removed from the end of the chain.')
  if (events.length > end.length) return fault('inserted', end.length + 1, 'The event was added after the end of the chain.')
  if (former === end.hash) return undefined
  return fault('changed', end.length, 'This event or an earlier one was changed, and the hashes after it were computed again.')
}

/** Returns what happened at the first event that does not follow the previous event. */
function classify(
  chain: string,
  events: readonly EventLine[],
  at: number,
  former: string,
  end: ChainEnd | undefined,
): Omit<AuditFault, 'chain'> {
  const [event] = events.slice(at, at + 1)
  const sequence = at + 1
  if (event === undefined) return { kind: 'missing', sequence, message: 'The event was removed.' }
  const next = events.findIndex((candidate, place) => place > at && follows(candidate, former))
  if (next >= 0) {
    const hasPlace = events.some(({ hash }) => follows(event, hash))
    return hasPlace
      ? { kind: 'reordered', sequence, message: `The event that belongs here is at ${next + 1}.` }
      : { kind: 'inserted', sequence, message: 'The event was added.' }
  }
  // The event follows an earlier one, so the events between them were added with their own hashes.
  const earlier = [startOf(chain), ...events.slice(0, at).map(({ hash }) => hash)].findIndex((hash) => follows(event, hash))
  if (earlier >= 0) return { kind: 'inserted', sequence: earlier + 1, message: 'The event was added.' }
  if (end !== undefined && events.length < end.length)
    return { kind: 'missing', sequence, message: 'The event was removed, and later ones were numbered again.' }
  return { kind: 'changed', sequence, message: 'The event was changed, or the one before it.' }
}

function startOf(chain: string): string {
  return createHash('sha256')
    .update(AUDIT_CHAIN_PREFIX + chain)
    .digest('hex')
}

function follows({ text, hash }: EventLine, former: string): boolean {
  return createHash('sha256').update(Buffer.from(former, 'hex')).update(text).digest('hex') === hash
}
