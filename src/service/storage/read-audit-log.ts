import { toTimestamp } from '../../core/timestamp.ts'
import type { Sql } from './storage.ts'

/** A chain of the audit log. Times are milliseconds since the epoch. */
export interface StoredAuditChain {
  readonly id: string
  /** The day of its events in UTC, such as `2026-11-23`. */
  readonly day: string
  readonly opened: number
  /** Number of events. */
  readonly length: number
  /** Hash of the last event, in hexadecimal. */
  readonly hash: string
  /** Number of the head. `null` while the chain is open. */
  readonly number: number | null
  /** The signed head. `null` while the chain is open. */
  readonly head: string | null
  /** When the retention removed the events. */
  readonly removed: number | null
}

/** An event as it is stored: canonical JSON and its hash in hexadecimal. */
export interface StoredAuditEvent {
  readonly sequence: number
  readonly event: string
  readonly hash: string
}

const PAGE = 500
const COLUMNS = `id, day, opened, length, encode(hash, 'hex') AS hash, number, head, removed`

/** Yields every chain, in the order in which they were opened. */
export async function* listAuditChains(sql: Sql): AsyncGenerator<StoredAuditChain> {
  let after: Pick<StoredAuditChain, 'id' | 'opened'> = { id: '00000000-0000-0000-0000-000000000000', opened: 0 }
  for (;;) {
    const chains: readonly StoredAuditChain[] = await sql.query<StoredAuditChain>(
      // The times of the wire have milliseconds, and so have these.
      `SELECT ${COLUMNS} FROM licet.audit_chains WHERE (opened, id) > ($1, $2::uuid) ORDER BY opened, id LIMIT ${PAGE}`,
      [toTimestamp(after.opened), after.id],
    )
    yield* chains
    const last = chains.at(-1)
    if (last === undefined || chains.length < PAGE) return
    after = last
  }
}

/** Yields the events of a chain after a sequence number. Of an open chain, those that it had when it was read. */
export async function* readAuditEvents(sql: Sql, chain: StoredAuditChain, after = 0): AsyncGenerator<StoredAuditEvent> {
  const last = chain.head === null ? chain.length : Number.MAX_SAFE_INTEGER
  let from = after
  for (;;) {
    const events: readonly StoredAuditEvent[] = await sql.query<StoredAuditEvent>(
      `SELECT sequence, event, encode(hash, 'hex') AS hash FROM licet.audit_events
       WHERE chain = $1 AND sequence > $2 AND sequence <= $3::bigint ORDER BY sequence LIMIT ${PAGE}`,
      [chain.id, from, last],
    )
    yield* events
    const end = events.at(-1)
    if (end === undefined || events.length < PAGE) return
    from = end.sequence
  }
}

/** Returns the chains that can have new events: those that are open, and those that were closed after the head with a number. */
export async function listChangedAuditChains(sql: Sql, afterNumber: number): Promise<StoredAuditChain[]> {
  return sql.query<StoredAuditChain>(
    `SELECT ${COLUMNS} FROM licet.audit_chains WHERE head IS NULL OR number > $1 ORDER BY opened, id`,
    [afterNumber],
  )
}
