import type { JsonObject } from '../../core/json.ts'
import { toTimestamp } from '../../core/timestamp.ts'
import type { Sql, Storage } from './storage.ts'
import type { StoredEndpoint } from './webhook-endpoints.ts'

/** An event that this process may send, and its endpoint. No other process sends it until the lease ends. */
export interface ClaimedDelivery extends Pick<StoredEndpoint, 'url' | 'allowPrivate' | 'secret' | 'formerSecret' | 'formerUntil'> {
  readonly endpointId: string
  readonly sequence: number
  /** The `webhook-id`, the same for each attempt. */
  readonly id: string
  /** The registration of the device. */
  readonly device: string
  readonly payload: JsonObject
  /** How many attempts have failed. */
  readonly attempts: number
  readonly lease: string
}

/** An event that was given up. Times are milliseconds since the epoch. */
export interface FailedDelivery {
  readonly id: string
  readonly payload: JsonObject
  readonly attempts: number
  /** Why the last attempt failed. */
  readonly failure: string
  readonly dead: number
}

/** Dates that are read in one call, and licenses that are scheduled in one call: each call takes less than the statement timeout. */
const DATES_AT_ONCE = 50
const SCHEDULED_AT_ONCE = 200

/** Writes some events of licenses whose date has come: expiries and reminders. Returns how many dates had come, and whether there can be more. */
export async function emitScheduledEvents(
  storage: Storage,
  now: number,
): Promise<{ readonly emitted: number; readonly hasMore: boolean }> {
  const at = toTimestamp(now)
  const [scheduled] = await storage.transaction((sql) =>
    sql.query<{ more: boolean }>(`SELECT licet.schedule_events($1, ${SCHEDULED_AT_ONCE}) AS more`, [at]),
  )
  const [emitted] = await storage.transaction((sql) =>
    sql.query<{ count: number }>(`SELECT licet.emit_scheduled_events($1, ${DATES_AT_ONCE}) AS count`, [at]),
  )
  const count = emitted?.count ?? 0
  return { emitted: count, hasMore: scheduled?.more === true || count === DATES_AT_ONCE }
}

/** Events whose time has come and that one claim reads and locks: a few more than it may claim, because some are behind another one. */
const READ_AT_ONCE = 50
/** How long an event is left alone while an earlier event of its device waits: at least and at most. */
const BEHIND_MIN = "interval '30 seconds'"
const BEHIND_MAX = "interval '5 minutes'"

/** The result of {@link claimDeliveries}. */
export interface ClaimedDeliveries {
  readonly claimed: readonly ClaimedDelivery[]
  /** Whether there can be more events whose time has come. */
  readonly hasMore: boolean
}

/**
 * Claims the next events of an endpoint, until `leaseEnd`. An event is next when its time has come and no earlier event of its device
 * waits. Events that another process claims at the same time are left out, without waiting.
 *
 * An event behind another one is postponed, so that many events of one device are not read again and again. The end of the earlier one
 * makes it due immediately. So the events are locked first, and examined by a second statement, which sees what ended before: otherwise an
 * event could be postponed after the end of the earlier one.
 */
export async function claimDeliveries(
  storage: Storage,
  endpointId: string,
  {
    now,
    leaseEnd,
    lease,
    limit,
  }: { readonly now: number; readonly leaseEnd: number; readonly lease: string; readonly limit: number },
): Promise<ClaimedDeliveries> {
  return storage.transaction(async (sql) => {
    const due = await sql.query<{ readonly sequence: number }>(
      `SELECT sequence FROM licet.webhook_deliveries WHERE endpoint_id = $1 AND dead IS NULL AND due <= $2
       ORDER BY due, sequence LIMIT ${READ_AT_ONCE} FOR UPDATE SKIP LOCKED`,
      [endpointId, toTimestamp(now)],
    )
    if (due.length === 0) return { claimed: [], hasMore: false }
    const claimed = await sql.query<ClaimedDelivery>(CLAIM, [
      endpointId,
      toTimestamp(now),
      toTimestamp(leaseEnd),
      lease,
      limit,
      due.map(({ sequence }) => String(sequence)),
    ])
    return { claimed, hasMore: claimed.length > 0 || due.length === READ_AT_ONCE }
  })
}

const CLAIM = `WITH examined AS (
       SELECT d.endpoint_id, d.sequence, d.due, (
         SELECT b.due FROM licet.webhook_deliveries b
         WHERE b.endpoint_id = d.endpoint_id AND b.device = d.device AND b.sequence < d.sequence AND b.dead IS NULL
         ORDER BY b.sequence LIMIT 1) AS before
       FROM licet.webhook_deliveries d WHERE d.endpoint_id = $1 AND d.sequence = ANY ($6::bigint[])
     ), postponed AS (
       UPDATE licet.webhook_deliveries d
       SET lease = NULL, due = greatest($2::timestamptz + ${BEHIND_MIN}, least(e.before, $2::timestamptz + ${BEHIND_MAX}))
       FROM examined e WHERE d.endpoint_id = e.endpoint_id AND d.sequence = e.sequence AND e.before IS NOT NULL RETURNING 1
     )
       UPDATE licet.webhook_deliveries d SET due = $3, lease = $4
       FROM (SELECT * FROM examined WHERE before IS NULL ORDER BY due, sequence LIMIT $5) AS next
         JOIN licet.webhook_endpoints e ON e.id = next.endpoint_id
       WHERE d.endpoint_id = next.endpoint_id AND d.sequence = next.sequence
       RETURNING d.endpoint_id AS "endpointId", d.sequence, d.id, d.device, d.payload, d.attempts, d.lease, e.url,
         e.allow_private AS "allowPrivate", e.secret, e.former_secret AS "formerSecret", e.former_until AS "formerUntil"`

const OF_CLAIM = 'endpoint_id = $1 AND sequence = $2 AND lease = $3'

/**
 * Makes the next event of the device due, if there is one that nobody is sending. A separate statement, after the end of the earlier event:
 * it sees every event that a process can have postponed because of that event.
 */
async function releaseNext(sql: Sql, { endpointId, sequence, device }: ClaimedDelivery): Promise<void> {
  await sql.query(
    `UPDATE licet.webhook_deliveries SET due = '-infinity'
     WHERE endpoint_id = $1 AND lease IS NULL AND sequence = (
       SELECT n.sequence FROM licet.webhook_deliveries n
       WHERE n.endpoint_id = $1 AND n.device = $3 AND n.sequence > $2 AND n.dead IS NULL ORDER BY n.sequence LIMIT 1)`,
    [endpointId, sequence, device],
  )
}

/** Deletes a delivered event, and makes the next event of its device due. */
export async function deleteDelivery(sql: Sql, delivery: ClaimedDelivery): Promise<void> {
  const { endpointId, sequence, lease } = delivery
  const deleted = await sql.query(`DELETE FROM licet.webhook_deliveries WHERE ${OF_CLAIM} RETURNING 1`, [
    endpointId,
    sequence,
    lease,
  ])
  if (deleted.length > 0) await releaseNext(sql, delivery)
}

/**
 * Stores that an attempt failed. The next attempt is due at `due`. Without `due`, the event is given up, and the next event of the device
 * is due now.
 */
export async function storeFailure(
  sql: Sql,
  delivery: ClaimedDelivery,
  { failure, due, now }: { readonly failure: string; readonly due: number | undefined; readonly now: number },
): Promise<void> {
  const { endpointId, sequence, lease } = delivery
  const failed = await sql.query(
    `UPDATE licet.webhook_deliveries
     SET attempts = attempts + 1, lease = NULL, failure = $4, due = coalesce($5::timestamptz, due),
       dead = CASE WHEN $5::timestamptz IS NULL THEN $6::timestamptz END
     WHERE ${OF_CLAIM} RETURNING 1`,
    [endpointId, sequence, lease, failure, due === undefined ? null : toTimestamp(due), toTimestamp(now)],
  )
  if (failed.length > 0 && due === undefined) await releaseNext(sql, delivery)
}

/** Gives claimed events back, for a process that stops before it has the outcome. */
export async function releaseDelivery(sql: Sql, { endpointId, sequence, lease }: ClaimedDelivery): Promise<void> {
  await sql.query(`UPDATE licet.webhook_deliveries SET lease = NULL, due = '-infinity' WHERE ${OF_CLAIM}`, [
    endpointId,
    sequence,
    lease,
  ])
}

/** Returns the events of an endpoint that were given up, newest first. */
export async function listFailedDeliveries(sql: Sql, endpointId: string, limit: number): Promise<FailedDelivery[]> {
  return sql.query<FailedDelivery>(
    `SELECT id, payload, attempts, failure, dead FROM licet.webhook_deliveries
     WHERE endpoint_id = $1 AND dead IS NOT NULL ORDER BY dead DESC, sequence DESC LIMIT $2`,
    [endpointId, limit],
  )
}

/** Rows that one statement changes: it takes less than the statement timeout. */
const CHANGED_AT_ONCE = 1000

/** Makes every event of an endpoint due now: those that were given up, and those that wait for another attempt. Returns their number. */
export async function replayDeliveries(sql: Sql, endpointId: string, now: number): Promise<number> {
  const isWaiting = '(dead IS NOT NULL OR (due > $2 AND lease IS NULL))'
  // Another process can claim an event after the inner query has read it, so the condition stands twice.
  return inSteps(
    sql,
    [endpointId, toTimestamp(now)],
    `UPDATE licet.webhook_deliveries SET due = '-infinity', dead = NULL, attempts = 0
     WHERE endpoint_id = $1 AND ${isWaiting} AND sequence = ANY (ARRAY(
       SELECT sequence FROM licet.webhook_deliveries WHERE endpoint_id = $1 AND ${isWaiting} LIMIT ${CHANGED_AT_ONCE}))`,
  )
}

/** Deletes every event of an endpoint, and the dates of its licenses. */
export async function deleteDeliveries(sql: Sql, endpointId: string): Promise<void> {
  for (const [table, key] of [
    ['webhook_deliveries', 'sequence'],
    ['scheduled_events', 'license_id'],
  ]) {
    await inSteps(
      sql,
      [endpointId],
      `DELETE FROM licet.${table} WHERE endpoint_id = $1 AND ${key} = ANY (ARRAY(
         SELECT ${key} FROM licet.${table} WHERE endpoint_id = $1 LIMIT ${CHANGED_AT_ONCE}))`,
    )
  }
}

/**
 * Repeats a statement that changes some rows until it changes none, and returns how many it changed. The statement takes its rows from an
 * array and not from `IN (SELECT ...)`: with old statistics, PostgreSQL would read the rows of the subquery again for each row.
 */
async function inSteps(sql: Sql, values: readonly string[], statement: string): Promise<number> {
  let changed = 0
  for (;;) {
    const { length } = await sql.query(`${statement} RETURNING 1`, values)
    if (length === 0) return changed
    changed += length
  }
}
