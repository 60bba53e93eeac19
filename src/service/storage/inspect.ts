import { isReadOnly } from './read-only.ts'
import { listSigningKeys } from './signing-keys.ts'
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
}

/** Inspects a database. Changes nothing. */
export async function inspectDatabase(sql: Sql): Promise<DatabaseReport> {
  const [server] = await sql.query<{ version: string; clock: number }>(
    "SELECT current_setting('server_version') AS version, extract(epoch FROM clock_timestamp())::double precision * 1000 AS clock",
  )
  const keys = await listSigningKeys(sql)
  return {
    version: server?.version.split(' ')[0] ?? '',
    clockMs: Number(server?.clock),
    isReadOnly: await isReadOnly(sql),
    signingKid: keys.find(({ privateKey }) => privateKey !== undefined)?.kid,
  }
}
