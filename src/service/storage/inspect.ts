import { isReadOnly } from './read-only.ts'
import { findSigningKey, listSigningKeys } from './signing-keys.ts'
import type { Sql } from './storage.ts'

/** What an operator must know about a database whose schema is current. */
export interface DatabaseReport {
  /** The version of PostgreSQL, such as `17.2`. */
  readonly version: string
  /** The clock of the server, in milliseconds since the epoch. */
  readonly clockMs: number
  readonly isReadOnly: boolean
  /** The key that signs now. `undefined` before the first start of the service. */
  readonly signingKid: string | undefined
  /** The key that will sign next, and when, in milliseconds since the epoch. */
  readonly nextKey?: { readonly kid: string; readonly signsFrom: number } | undefined
  /** How the private parts of the keys that sign are stored. */
  readonly storedKeys: readonly { readonly kid: string; readonly privateKey: string }[]
  /** How many connections the server accepts from this role, those that are reserved for administrators subtracted. */
  readonly maxConnections: number
}

/** Inspects a database. Changes nothing. */
export async function inspectDatabase(sql: Sql): Promise<DatabaseReport> {
  const [server] = await sql.query<{ version: string; clock: number; connections: number }>(
    `SELECT current_setting('server_version') AS version, extract(epoch FROM clock_timestamp())::double precision * 1000 AS clock,
       current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer AS connections`,
  )
  const { keys, now } = await listSigningKeys(sql)
  const usable = keys.filter(({ privateKey }) => privateKey !== undefined)
  return {
    version: server?.version.split(' ')[0] ?? '',
    clockMs: Number(server?.clock),
    isReadOnly: await isReadOnly(sql),
    signingKid: findSigningKey(usable, now)?.kid,
    nextKey: usable.find(({ signsFrom }) => signsFrom > now),
    storedKeys: usable.flatMap(({ kid, privateKey }) => (privateKey === undefined ? [] : [{ kid, privateKey }])),
    maxConnections: Number(server?.connections),
  }
}
