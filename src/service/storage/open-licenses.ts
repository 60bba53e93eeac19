import { toTimestamp } from '../../core/timestamp.ts'
import { WILDCARD } from '../../core/words.ts'
import type { Sql } from './storage.ts'

/** A license that is not superseded, revoked, expired or erased by a transition. Its `expiry` can be in the past. */
export interface OpenLicense {
  readonly id: string
  readonly ptr: string
  readonly expiry: number | null
}

/** A device, by its registration. */
export interface DeviceId {
  readonly providerId: string
  readonly registration: string
}

// OFFSET 0 makes PostgreSQL read each license by its id. With old statistics, the planner read all licenses of a provider.
const OPEN = `FROM licet.open_licenses o
    CROSS JOIN LATERAL (SELECT * FROM licet.licenses WHERE id = o.license_id OFFSET 0) AS l
    WHERE o.provider_id = $1 AND o.registration = $2`

/** Returns the open licenses of a device. */
export async function listOpenLicenses(sql: Sql, device: DeviceId): Promise<OpenLicense[]> {
  return sql.query<OpenLicense>(`SELECT l.id, l.ptr, l.expiry ${OPEN}`, [device.providerId, device.registration])
}

/** Whether a device has an active license, and whether an active license covers the requested use. */
export interface Coverage {
  readonly active: boolean
  readonly covered: boolean
}

/**
 * Reads the result of License Verify. Stops at the first license that covers the use, and reads only the uses of each license.
 */
export async function findCoverage(
  sql: Sql,
  device: DeviceId & { readonly now: number },
  requested: { readonly usecase: string; readonly destination: string } | undefined,
): Promise<Coverage> {
  const active = `${OPEN} AND (l.expiry IS NULL OR date_trunc('milliseconds', l.expiry) > $3)`
  const parameters = [device.providerId, device.registration, toTimestamp(device.now)]
  if (requested === undefined) {
    const [found] = await sql.query<{ active: boolean }>(`SELECT EXISTS (SELECT 1 ${active}) AS active`, parameters)
    return { active: found?.active === true, covered: found?.active === true }
  }
  // The new value of || is in memory. Each of the four comparisons would read stored uses again, which can have 200 kB.
  const [found] = await sql.query<Coverage>(
    `SELECT EXISTS (SELECT 1 ${active}) AS active, EXISTS (
       SELECT 1 FROM (
         SELECT coalesce(l.uses, (convert_from(l.request, 'UTF8')::json -> 'uses')::jsonb) || '[]' AS uses ${active} OFFSET 0
       ) AS o WHERE o.uses @> ANY ($4::text[]::jsonb[])
     ) AS covered`,
    [...parameters, toPatterns(requested)],
  )
  return found ?? { active: false, covered: false }
}

/** Returns the uses that cover a requested use, by name or by the wildcard, as JSON patterns for `@>`. */
function toPatterns({ usecase, destination }: { readonly usecase: string; readonly destination: string }): string[] {
  return [usecase, WILDCARD].flatMap((use) =>
    [destination, WILDCARD].map((where) => JSON.stringify([{ usecases: [use], destinations: [where] }])),
  )
}
