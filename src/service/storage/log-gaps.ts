import { readPlacements } from './distribute-tables.ts'
import type { Sql } from './storage.ts'

/** Where the licenses of the database and the entries of the public log differ. */
export interface LogGap {
  /**
   * - `missing_row`: an entry without its license, revocation or erased license.
   * - `missing_entry`: a license, revocation or erasure without its entry.
   * - `missing_history`: a license whose status does not have a transition that another row proves.
   * - `unproven_history`: a transition that no other row explains, such as the end of a license that nothing ended.
   * - `changed_history`: a transition with another time than the license or revocation that caused it.
   * - `missing_permit`: a license in force that questions about permissions do not find.
   * - `unproven_permit`: what answers these questions differs from the license, or the license is not in force.
   * - `changed_row`: a column of a license that differs from what was signed.
   * - `duplicate_entry`: two entries of the same kind that claim the same license.
   */
  readonly kind:
    | 'missing_row'
    | 'missing_entry'
    | 'missing_history'
    | 'unproven_history'
    | 'changed_history'
    | 'missing_permit'
    | 'unproven_permit'
    | 'changed_row'
    | 'duplicate_entry'
  readonly epoch: number | null
  readonly index: number | null
  /** `license`, `end` or `erasure`; the status of the transition; the table; or the column. */
  readonly what: string
  readonly licenseId: string | null
}

/** How many gaps one verification lists. */
export const GAPS_LISTED = 1000

/**
 * The tables that licenses are compared with. On one server, each part of the search reads them directly. On several servers, `MATERIALIZED`
 * makes the coordinator read the columns from every server and join them itself, because a license and its permit are on different servers.
 */
const readTables = (isDistributed: boolean) => {
  const as = isDistributed ? 'AS MATERIALIZED' : 'AS NOT MATERIALIZED'
  return `licenses ${as} (
    SELECT id, position, provider_id, registration, address, ptr, vouched, expiry, uses, supersedes, created,
      sha256(convert_to(receipt, 'UTF8')) AS hash, position('"x-scope":"device"'::bytea IN request) > 0 AS is_of_device
    FROM licet.licenses
  ), transitions ${as} (
    SELECT provider_id, registration, license_id, step, status, at, cause, cause_registration FROM licet.license_transitions
  ), revocations ${as} (
    SELECT provider_id, registration, license_id, at, sha256(convert_to(receipt, 'UTF8')) AS hash FROM licet.revocations
  ), open_licenses ${as} (
    SELECT provider_id, registration, license_id, ptr, vouched, expiry FROM licet.open_licenses
  ), permitted_uses ${as} (
    SELECT provider_id, registration, license_id, ptr, vouched, expiry, uses FROM licet.permitted_uses
  )`
}

const RECEIPTS = `receipts AS (
    SELECT l.id, l.hash FROM licenses l WHERE l.address IS NOT NULL
    UNION ALL SELECT r.license_id, r.hash FROM revocations r
  ), entries AS (
    SELECT epoch, index, kind, hash, license_id FROM licet.log_entries WHERE kind <> 'epoch'
    UNION ALL SELECT NULL, NULL, kind, hash, license_id FROM licet.log_pending
  )`

// A license whose only transition is the first one. It stays open until its expiry is recorded.
const OPEN = `open AS (
    SELECT l.id, l.provider_id, l.registration, l.ptr, l.vouched, l.expiry, l.uses FROM licenses l
    JOIN transitions s
      ON s.license_id = l.id AND s.provider_id = l.provider_id AND s.registration = l.registration AND s.step = 1 AND s.status = 'active'
    WHERE NOT EXISTS (
      SELECT FROM transitions e
      WHERE e.license_id = l.id AND e.provider_id = l.provider_id AND e.registration = l.registration AND e.step > 1)
  )`
const IS_OPEN = `l.id = o.license_id AND l.provider_id = o.provider_id AND l.registration = o.registration AND l.ptr = o.ptr
  AND l.vouched = o.vouched AND l.expiry IS NOT DISTINCT FROM o.expiry`

/** The parts of the search, each of which returns epoch, index, what and license_id of the gaps of one kind. */
const SEARCHES: Readonly<Record<Exclude<LogGap['kind'], 'changed_row'>, string>> = {
  missing_row: `
    SELECT e.epoch, e.index, e.kind AS what, e.license_id FROM entries e
    WHERE e.kind <> 'erasure' AND NOT EXISTS (SELECT FROM receipts r WHERE r.hash = e.hash)
      AND NOT EXISTS (SELECT FROM entries x WHERE x.kind = 'erasure' AND x.hash = e.hash)
    UNION ALL
    SELECT e.epoch, e.index, e.kind, e.license_id FROM entries e
    WHERE e.kind = 'erasure' AND NOT EXISTS (SELECT FROM licenses l WHERE l.id = e.license_id AND l.address IS NULL)`,
  missing_entry: `
    SELECT NULL::integer AS epoch, NULL::bigint AS index, 'license' AS what, r.id AS license_id FROM receipts r
    WHERE NOT EXISTS (SELECT FROM entries e WHERE e.hash = r.hash AND e.kind <> 'erasure')
    UNION ALL
    SELECT NULL, NULL, 'license', l.id FROM licenses l
    WHERE l.address IS NULL AND NOT EXISTS (SELECT FROM entries e WHERE e.license_id = l.id AND e.kind <> 'erasure')
    UNION ALL
    SELECT NULL, NULL, 'erasure', l.id FROM licenses l
    WHERE l.address IS NULL AND NOT EXISTS (SELECT FROM entries e WHERE e.license_id = l.id AND e.kind = 'erasure')`,
  missing_history: `
    SELECT NULL::integer AS epoch, NULL::bigint AS index, coalesce(s.status, 'first') AS what, l.id AS license_id
    FROM licenses l
    LEFT JOIN transitions s
      ON s.license_id = l.id AND s.provider_id = l.provider_id AND s.registration = l.registration AND s.step = 1
    LEFT JOIN entries e ON e.hash = l.hash AND e.kind <> 'erasure'
    WHERE s.status IS NULL OR (e.kind = 'license' AND s.status <> 'active') OR (e.kind = 'end' AND s.status <> 'revoked')
    UNION ALL
    SELECT NULL, NULL, 'ended', l.supersedes FROM licenses l
    WHERE l.supersedes IS NOT NULL AND NOT EXISTS (
      SELECT FROM transitions s
      WHERE s.license_id = l.supersedes AND s.step = 2 AND s.status IN ('superseded', 'revoked'))
    UNION ALL
    SELECT NULL, NULL, 'revoked', l.id
    FROM licenses w
    JOIN transitions f
      ON f.license_id = w.id AND f.provider_id = w.provider_id AND f.registration = w.registration AND f.step = 1 AND f.status = 'revoked'
    JOIN licenses l ON l.provider_id = w.provider_id AND l.ptr = w.ptr AND l.registration <> w.registration AND l.vouched
      AND l.position < w.position AND l.created < w.created
    WHERE w.vouched AND NOT w.is_of_device AND (l.expiry IS NULL OR l.expiry > w.created)
      AND EXISTS (SELECT FROM transitions s WHERE s.license_id = l.id AND s.step = 1 AND s.status = 'active')
      AND NOT EXISTS (SELECT FROM transitions s WHERE s.license_id = l.id AND s.step = 2)
    UNION ALL
    SELECT NULL, NULL, 'revoked', r.license_id FROM revocations r
    WHERE NOT EXISTS (SELECT FROM transitions s WHERE s.license_id = r.license_id AND s.status = 'revoked')
    UNION ALL
    SELECT NULL, NULL, 'erased', l.id FROM licenses l
    WHERE l.address IS NULL AND NOT EXISTS (SELECT FROM transitions s WHERE s.license_id = l.id AND s.status = 'erased')`,
  // Without this, an end can be invented, and a withdrawn license be in force again by one more transition.
  unproven_history: `
    SELECT NULL::integer AS epoch, NULL::bigint AS index, s.status AS what, s.license_id
    FROM transitions s
    JOIN licenses l ON l.id = s.license_id AND l.provider_id = s.provider_id AND l.registration = s.registration
    LEFT JOIN licenses n ON n.supersedes = l.id AND n.provider_id = l.provider_id AND n.registration = l.registration
    LEFT JOIN transitions f
      ON f.license_id = n.id AND f.provider_id = n.provider_id AND f.registration = n.registration AND f.step = 1
    LEFT JOIN licenses w ON w.id = s.cause AND w.provider_id = l.provider_id AND w.registration = s.cause_registration
    WHERE s.step > 1 AND NOT coalesce(CASE s.status
      WHEN 'erased' THEN l.address IS NULL
      WHEN 'superseded' THEN s.step = 2 AND f.status = 'active'
      WHEN 'expired' THEN s.step = 2 AND l.expiry <= s.at
      WHEN 'revoked' THEN s.step = 2 AND (
        -- An erasure deletes the revocation, and who caused the end.
        l.address IS NULL OR coalesce(f.status = 'revoked', false)
        OR EXISTS (SELECT FROM revocations r WHERE r.license_id = l.id)
        -- A license can be older than the registration that vouched for its device, so it need not be vouched itself.
        OR w.vouched AND (w.ptr = l.ptr OR w.address IS NULL) AND EXISTS (
          SELECT FROM transitions c WHERE c.license_id = w.id AND c.step = 1 AND c.status = 'revoked'))
    END, false)`,
  changed_history: `
    SELECT NULL::integer AS epoch, NULL::bigint AS index, s.status AS what, s.license_id
    FROM transitions s
    JOIN licenses l ON l.id = s.license_id AND l.provider_id = s.provider_id AND l.registration = s.registration
    LEFT JOIN licenses n ON n.supersedes = l.id AND n.provider_id = l.provider_id AND n.registration = l.registration
    LEFT JOIN licenses w ON w.id = s.cause AND w.provider_id = l.provider_id AND w.registration = s.cause_registration
    LEFT JOIN revocations r ON r.license_id = l.id AND r.provider_id = l.provider_id AND r.registration = l.registration
    WHERE s.at <> CASE
      WHEN s.step = 1 THEN l.created
      WHEN s.status = 'expired' THEN l.expiry
      WHEN s.status IN ('superseded', 'revoked') THEN coalesce(w.created, n.created, r.at)
    END`,
  missing_permit: `
    SELECT NULL::integer AS epoch, NULL::bigint AS index, 'open_licenses' AS what, l.id AS license_id FROM open l
    WHERE NOT EXISTS (SELECT FROM open_licenses o WHERE ${IS_OPEN})
    UNION ALL
    SELECT NULL, NULL, 'permitted_uses', l.id FROM open l
    WHERE NOT EXISTS (SELECT FROM permitted_uses o WHERE ${IS_OPEN} AND l.uses = o.uses)`,
  unproven_permit: `
    SELECT NULL::integer AS epoch, NULL::bigint AS index, 'open_licenses' AS what, o.license_id FROM open_licenses o
    WHERE NOT EXISTS (SELECT FROM open l WHERE ${IS_OPEN})
    UNION ALL
    SELECT NULL, NULL, 'permitted_uses', o.license_id FROM permitted_uses o
    WHERE NOT EXISTS (SELECT FROM open l WHERE ${IS_OPEN} AND l.uses = o.uses)`,
  duplicate_entry: `
    SELECT NULL::integer AS epoch, NULL::bigint AS index, e.kind AS what, e.license_id FROM entries e
    WHERE e.kind <> 'erasure' GROUP BY e.kind, e.license_id HAVING count(DISTINCT e.hash) > 1`,
}

/** Returns the statement that finds the gaps of each kind, on one server or on several. Its `$1` is the kind. */
export function toGapStatements(isDistributed: boolean): readonly (readonly [kind: string, statement: string])[] {
  const tables = readTables(isDistributed)
  return Object.entries(SEARCHES).map(([kind, search]) => [
    kind,
    `WITH ${tables}, ${RECEIPTS}, ${OPEN} SELECT $1 AS kind, f.epoch, f.index, f.what, f.license_id AS "licenseId" FROM (${search}) AS f
     ORDER BY f.epoch, f.index, f.license_id, f.what LIMIT ${GAPS_LISTED}`,
  ])
}

/** Returns the differences between the licenses and the entries, at most {@link GAPS_LISTED} of each kind. Reads both completely. */
export async function findLogGaps(sql: Sql): Promise<LogGap[]> {
  const gaps: LogGap[] = []
  const isDistributed = (await readPlacements(sql)).length > 0
  for (const [kind, statement] of toGapStatements(isDistributed)) gaps.push(...(await sql.query<LogGap>(statement, [kind])))
  return gaps
}
