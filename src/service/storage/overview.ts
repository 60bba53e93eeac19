import { toTimestamp } from '../../core/timestamp.ts'
import type { StoredUser } from './accounts.ts'
import { hasCitus } from './distribution.ts'
import { type LicenseFilter, STATUS, toTransitionJoins } from './filter-conditions.ts'
import { TERMS_HASH } from './licenses.ts'
import { EXAMINED_AT_ONCE } from './list-licenses.ts'
import type { Sql } from './storage.ts'

/** Returns the users of an organization, or of every organization, newest first. */
export async function listUsers(sql: Sql, orgId: string | null): Promise<StoredUser[]> {
  return sql.query<StoredUser>(
    `SELECT id, org_id AS "orgId", email, created, modified FROM licet.users
     WHERE $1::uuid IS NULL OR org_id = $1 ORDER BY created DESC, id DESC`,
    [orgId],
  )
}

/** How many licenses of a provider have a status and a text, and were stored on a day. */
export interface StoredLicenseCount {
  readonly providerId: string
  readonly status: string
  readonly termsHash: string
  /** In UTC, such as `2026-11-23`. */
  readonly day: string
  readonly licenses: number
}

/** The counts of some licenses, newest first. */
export interface LicenseCountPage {
  readonly counts: readonly StoredLicenseCount[]
  /** The last license that was counted, if older ones follow. */
  readonly next: string | null
}

/**
 * Counts licenses below a position, newest first: at most {@link EXAMINED_AT_ONCE}, because each statement has to be short. The records of
 * withdrawals permit nothing, and are not counted.
 */
export async function countLicenses(
  sql: Sql,
  orgId: string | null,
  { before, providerId, now }: { readonly before: number; readonly now: number } & Pick<LicenseFilter, 'providerId'>,
): Promise<LicenseCountPage> {
  const { first, last } = toTransitionJoins(await hasCitus(sql))
  const rows = await sql.query<StoredLicenseCount & { readonly last: string; readonly examined: number }>(
    `WITH examined AS (
       SELECT l.* FROM licet.newest_licenses($2, $3, NULL, NULL, $1, ${EXAMINED_AT_ONCE}) AS l
       ORDER BY l.position DESC LIMIT ${EXAMINED_AT_ONCE}
     ), counts AS (
       SELECT l.provider_id, ${STATUS('$4::timestamptz')} AS status, ${TERMS_HASH} AS terms_hash,
         to_char(l.created AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::integer AS licenses
       FROM examined l ${first} ${last('s')} WHERE l.is_grant GROUP BY 1, 2, 3, 4
     )
     SELECT c.provider_id AS "providerId", c.status, c.terms_hash AS "termsHash", c.day, c.licenses, e.last, e.examined
     FROM (
       SELECT count(*)::integer AS examined, (SELECT id FROM examined ORDER BY position LIMIT 1) AS last FROM examined
     ) AS e LEFT JOIN counts c ON true ORDER BY c.day DESC, c.provider_id, c.status, c.terms_hash`,
    [before, orgId, providerId ?? null, toTimestamp(now)],
  )
  const [newest] = rows
  return {
    counts: rows.flatMap(({ last: _, examined: __, ...count }) => (count.status === null ? [] : [count])),
    next: newest !== undefined && newest.examined === EXAMINED_AT_ONCE ? newest.last : null,
  }
}

/** What an event of the audit log can tell about a license. */
export interface AuditedLicense {
  readonly id: string
  readonly providerId: string
  readonly orgId: string
  readonly termsHash: string
  /** In milliseconds since the epoch. */
  readonly created: number
}

/** Returns the licenses of a person at a provider, or one license by its id, oldest first. */
export async function findAuditedLicenses(
  sql: Sql,
  which: { readonly providerId: string; readonly ptr: string } | { readonly id: string },
): Promise<AuditedLicense[]> {
  const isOne = 'id' in which
  return sql.query<AuditedLicense>(
    `SELECT l.id, l.provider_id AS "providerId", p.org_id AS "orgId", ${TERMS_HASH} AS "termsHash", l.created
     FROM licet.licenses l JOIN licet.providers p ON p.id = l.provider_id
     WHERE ${isOne ? 'l.id = $1' : 'l.provider_id = $1 AND l.ptr = $2'} ORDER BY l.position`,
    isOne ? [which.id] : [which.providerId, which.ptr],
  )
}
