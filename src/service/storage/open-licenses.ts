import { toTimestamp } from '../../core/timestamp.ts'
import { WILDCARD } from '../../core/words.ts'
import type { Sql } from './storage.ts'

/** A device, by its registration. */
export interface DeviceId {
  readonly providerId: string
  readonly registration: string
}

// OFFSET 0 makes PostgreSQL read each license by its key. With old statistics, the planner read all licenses of a provider.
const OPEN = `FROM licet.open_licenses o
    CROSS JOIN LATERAL (
      SELECT * FROM licet.licenses WHERE provider_id = $1 AND registration = $2 AND id = o.license_id OFFSET 0
    ) AS l
    WHERE o.provider_id = $1 AND o.registration = $2`

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
  device: DeviceId & { readonly address: string; readonly now: number },
  requested: { readonly usecase: string; readonly destination: string } | undefined,
): Promise<Coverage | undefined> {
  const active = `${OPEN} AND (l.expiry IS NULL OR date_trunc('milliseconds', l.expiry) > $4)`
  // The new value of || is in memory. Each of the four comparisons would read stored uses again, which can have 200 kB.
  const covered = `EXISTS (
       SELECT 1 FROM (
         SELECT l.uses || '[]' AS uses ${active} OFFSET 0
       ) AS o WHERE o.uses @> ANY ($5::text[]::jsonb[])
     )`
  const [found] = await sql.query<{ readonly active: boolean; readonly covered: boolean | null }>(
    `SELECT EXISTS (SELECT 1 ${active}) AS active, ${requested === undefined ? 'NULL' : covered} AS covered
     FROM licet.addresses a JOIN licet.providers p ON p.id = a.provider_id
     WHERE a.provider_id = $1 AND a.address = $3 AND a.registration = $2 AND p.deleted IS NULL`,
    [
      device.providerId,
      device.registration,
      device.address,
      toTimestamp(device.now),
      ...(requested === undefined ? [] : [toPatterns(requested)]),
    ],
  )
  return found && { active: found.active, covered: found.covered ?? found.active }
}

/** Returns the uses that cover a requested use, by name or by the wildcard, as JSON patterns for `@>`. */
function toPatterns({ usecase, destination }: { readonly usecase: string; readonly destination: string }): string[] {
  return [usecase, WILDCARD].flatMap((use) =>
    [destination, WILDCARD].map((where) => JSON.stringify([{ usecases: [use], destinations: [where] }])),
  )
}
