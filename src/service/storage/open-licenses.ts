import { toTimestamp } from '../../core/timestamp.ts'
import { WILDCARD } from '../../core/words.ts'
import type { Sql } from './storage.ts'

/** A device, by its registration. */
export interface DeviceId {
  readonly providerId: string
  readonly registration: string
}

/** Whether a device has an active license, and whether an active license covers the requested use. */
export interface Coverage {
  readonly active: boolean
  readonly covered: boolean
}

/**
 * Reads the result of License Verify. Stops at the first license that covers the use, and reads only the uses of each license.
 *
 * Returns `undefined` when the device is not registered, or its provider is deleted.
 */
export async function findCoverage(
  sql: Sql,
  device: DeviceId & { readonly now: number },
  requested: { readonly usecase: string; readonly destination: string } | undefined,
): Promise<Coverage | undefined> {
  const active = `FROM licet.open_licenses o
       WHERE o.provider_id = $1 AND o.registration = $2 AND (o.expiry IS NULL OR date_trunc('milliseconds', o.expiry) > $3)`
  // OFFSET 0 makes PostgreSQL read each license by its key. With old statistics, the planner read all licenses of a provider.
  // The new value of || is in memory. Each of the four comparisons would read stored uses again, which can have 32 kB.
  const covered = `EXISTS (
       SELECT FROM (
         SELECT l.uses || '[]' AS uses FROM (SELECT o.license_id ${active}) AS o CROSS JOIN LATERAL (
           SELECT uses FROM licet.licenses WHERE provider_id = $1 AND registration = $2 AND id = o.license_id OFFSET 0
         ) AS l OFFSET 0
       ) AS o WHERE o.uses @> ANY ($4::text[]::jsonb[])
     )`
  const [found] = await sql.query<{ readonly active: boolean; readonly covered: boolean | null }>(
    `WITH device AS MATERIALIZED (
       SELECT d.registration FROM licet.devices d JOIN licet.providers p ON p.id = d.provider_id
       WHERE d.registration = $2 AND d.provider_id = $1 AND p.deleted IS NULL
     ), coverage AS MATERIALIZED (
       SELECT EXISTS (SELECT ${active}) AS active, ${requested === undefined ? 'NULL::boolean' : covered} AS covered
     )
     SELECT c.active, c.covered FROM device d CROSS JOIN coverage c`,
    [device.providerId, device.registration, toTimestamp(device.now), ...(requested === undefined ? [] : [toPatterns(requested)])],
  )
  return found && { active: found.active, covered: found.covered ?? found.active }
}

/** Returns the uses that cover a requested use, by name or by the wildcard, as JSON patterns for `@>`. */
function toPatterns({ usecase, destination }: { readonly usecase: string; readonly destination: string }): string[] {
  return [usecase, WILDCARD].flatMap((use) =>
    [destination, WILDCARD].map((where) => JSON.stringify([{ usecases: [use], destinations: [where] }])),
  )
}
