import type { Sql } from './storage.ts'

/** Ids of the newest rows that devices and operators have caused. `null` when there are none. */
export interface NewestRows {
  readonly license: string | null
  /** The license that was last revoked without its device. */
  readonly revoked: string | null
  /** The newest registration of a device. */
  readonly registration: string | null
}

/** Returns the newest rows of a database. */
export async function readNewestRows(sql: Sql): Promise<NewestRows> {
  const [row] = await sql.query<NewestRows>(
    `SELECT (SELECT id FROM licet.licenses ORDER BY position DESC LIMIT 1) AS license,
       (SELECT license_id FROM licet.revocations ORDER BY at DESC LIMIT 1) AS revoked,
       (SELECT registration FROM licet.addresses ORDER BY created DESC LIMIT 1) AS registration`,
  )
  return row ?? { license: null, revoked: null, registration: null }
}

/** Returns whether a database has all of these rows. */
export async function hasRows(sql: Sql, { license, revoked, registration }: NewestRows): Promise<boolean> {
  const [row] = await sql.query<{ all: boolean }>(
    `SELECT ($1::uuid IS NULL OR EXISTS (SELECT FROM licet.licenses WHERE id = $1))
       AND ($2::uuid IS NULL OR EXISTS (SELECT FROM licet.revocations WHERE license_id = $2))
       AND ($3::uuid IS NULL OR EXISTS (SELECT FROM licet.addresses WHERE registration = $3)) AS all`,
    [license, revoked, registration],
  )
  return row?.all === true
}
