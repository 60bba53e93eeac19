import { toTimestamp } from '../../core/timestamp.ts'
import { refuseUnencrypted } from './protected-secrets.ts'
import { lockProvider } from './providers.ts'
import type { Sql } from './storage.ts'

/** A stored endpoint. Times are milliseconds since the epoch. */
export interface StoredEndpoint {
  readonly id: string
  readonly providerId: string
  readonly url: string
  /** Whether the endpoint may have a private address. */
  readonly allowPrivate: boolean
  /** ISO 8601, for example `P90D`. `null` without periodic reminders. */
  readonly remindEvery: string | null
  readonly secret: string
  readonly formerSecret: string | null
  /** Until when the old secret signs too. */
  readonly formerUntil: number | null
  readonly created: number
}

/** An endpoint with the number of its events. */
export interface CountedEndpoint extends StoredEndpoint {
  /** Events that are not delivered yet. */
  readonly waiting: number
  /** Events that were given up. */
  readonly failed: number
}

const COLUMNS = `e.id, e.provider_id AS "providerId", e.url, e.allow_private AS "allowPrivate", e.remind_every AS "remindEvery",
  e.secret, e.former_secret AS "formerSecret", e.former_until AS "formerUntil", e.created`

/** Stores an endpoint. Returns `false` when its provider does not exist. */
export async function insertEndpoint(
  sql: Sql,
  endpoint: Omit<StoredEndpoint, 'formerSecret' | 'formerUntil' | 'created'> & { readonly now: number },
): Promise<boolean> {
  await refuseUnencrypted(sql, endpoint.secret)
  const rows = await sql.query(
    `WITH provider AS (
       UPDATE licet.providers SET has_webhooks = true WHERE id = $2 AND deleted IS NULL RETURNING id
     )
     INSERT INTO licet.webhook_endpoints (id, provider_id, url, allow_private, remind_every, secret, created)
     SELECT $1, p.id, $3, $4, $5, $6, $7 FROM provider p RETURNING id`,
    [
      endpoint.id,
      endpoint.providerId,
      endpoint.url,
      endpoint.allowPrivate,
      endpoint.remindEvery,
      endpoint.secret,
      toTimestamp(endpoint.now),
    ],
  )
  return rows.length === 1
}

/** Returns the number of endpoints of a provider. Another transaction that asks for it waits until this one ends. */
export async function countEndpointsAlone(sql: Sql, providerId: string): Promise<number> {
  await lockProvider(sql, providerId)
  const [found] = await sql.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM licet.webhook_endpoints WHERE provider_id = $1',
    [providerId],
  )
  return found?.count ?? 0
}

/** Returns an endpoint by its id. */
export async function findEndpoint(sql: Sql, id: string): Promise<StoredEndpoint | undefined> {
  const [endpoint] = await sql.query<StoredEndpoint>(`SELECT ${COLUMNS} FROM licet.webhook_endpoints e WHERE e.id = $1`, [id])
  return endpoint
}

/** Returns whether a provider has an endpoint. */
export async function hasEndpoint(sql: Sql, providerId: string): Promise<boolean> {
  return (await sql.query('SELECT 1 FROM licet.providers WHERE id = $1 AND has_webhooks', [providerId])).length > 0
}

/** Returns the endpoints of a provider, oldest first. */
export async function listEndpoints(sql: Sql, providerId: string): Promise<CountedEndpoint[]> {
  return sql.query<CountedEndpoint>(
    `SELECT ${COLUMNS},
       (SELECT count(*) FROM licet.webhook_deliveries d WHERE d.endpoint_id = e.id AND d.dead IS NULL) AS waiting,
       (SELECT count(*) FROM licet.webhook_deliveries d WHERE d.endpoint_id = e.id AND d.dead IS NOT NULL) AS failed
     FROM licet.webhook_endpoints e WHERE e.provider_id = $1 ORDER BY e.created, e.id`,
    [providerId],
  )
}

/** Returns whether there is any endpoint, and whether dates of licenses have to be read. */
export async function findWork(sql: Sql, now: number): Promise<{ readonly hasEndpoints: boolean; readonly hasDates: boolean }> {
  const [found] = await sql.query<{ hasEndpoints: boolean; hasDates: boolean }>(
    `SELECT EXISTS (SELECT FROM licet.webhook_endpoints) AS "hasEndpoints",
       EXISTS (SELECT FROM licet.scheduled_events WHERE due <= $1) OR EXISTS (
         SELECT FROM licet.webhook_endpoints
         WHERE scheduled_license IS NOT NULL AND created <= $1::timestamptz - interval '1 minute') AS "hasDates"`,
    [toTimestamp(now)],
  )
  return found ?? { hasEndpoints: false, hasDates: false }
}

/** Returns the ids of the endpoints with an event whose time has come. */
export async function listDueEndpoints(sql: Sql, now: number): Promise<string[]> {
  const due = await sql.query<{ id: string }>(
    `SELECT e.id FROM licet.webhook_endpoints e WHERE EXISTS (
       SELECT FROM licet.webhook_deliveries d WHERE d.endpoint_id = e.id AND d.dead IS NULL AND d.due <= $1)`,
    [toTimestamp(now)],
  )
  return due.map(({ id }) => id)
}

/** Returns how long the oldest event waits for its delivery, in seconds. 0 when none waits. Events that were given up do not count. */
export async function readOutboxAge(sql: Sql): Promise<number> {
  // The addition makes the planner read the index of the waiting events, and not every event that was given up.
  const [oldest] = await sql.query<{ seconds: number | null }>(
    `SELECT extract(epoch FROM clock_timestamp() - min(d.created))::double precision AS seconds
     FROM licet.webhook_endpoints e
     CROSS JOIN LATERAL (
       SELECT min(w.sequence + 0) AS sequence FROM licet.webhook_deliveries w WHERE w.endpoint_id = e.id AND w.dead IS NULL
     ) AS first
     JOIN licet.webhook_deliveries d ON d.endpoint_id = e.id AND d.sequence = first.sequence`,
  )
  return Math.max(0, Number(oldest?.seconds ?? 0))
}

/** Replaces the secret of an endpoint. The old secret signs too until `formerUntil`. Returns `false` when the id is unknown. */
export async function replaceSecret(sql: Sql, id: string, secret: string, formerUntil: number): Promise<boolean> {
  await refuseUnencrypted(sql, secret)
  const rows = await sql.query(
    `UPDATE licet.webhook_endpoints SET former_secret = secret, former_until = $3, secret = $2 WHERE id = $1 RETURNING id`,
    [id, secret, toTimestamp(formerUntil)],
  )
  return rows.length === 1
}

/** Deletes an endpoint with its events. Returns `false` when the id is unknown. Call it in a transaction. */
export async function deleteEndpoint(sql: Sql, id: string): Promise<boolean> {
  const endpoint = await findEndpoint(sql, id)
  if (endpoint === undefined) return false
  const { providerId } = endpoint
  // Another endpoint that is stored at the same time waits, or is seen by the last statement.
  await lockProvider(sql, providerId)
  const rows = await sql.query('DELETE FROM licet.webhook_endpoints WHERE id = $1 RETURNING id', [id])
  await sql.query(
    `UPDATE licet.providers SET has_webhooks = false
     WHERE id = $1 AND NOT EXISTS (SELECT FROM licet.webhook_endpoints WHERE provider_id = $1)`,
    [providerId],
  )
  return rows.length === 1
}
