import { hasCitus } from './distribution.ts'
import { type LicenseFilter, toConditions, toTransitionJoins } from './filter-conditions.ts'
import {
  columnsWith,
  type EveryOwner,
  joinTermsAndStatus,
  type LicenseOwner,
  type StoredLicense,
  TERMS_HASH,
  TEXT,
  withKeys,
} from './licenses.ts'
import type { Sql, SqlValue } from './storage.ts'

/** A page of licenses. */
export interface LicensePage {
  readonly licenses: readonly StoredLicense[]
  /** The last license that this page covers, if older ones follow. It is on the page, or the filter does not select it. */
  readonly next: string | null
}

/** How many licenses a page examines at most for a condition that has no index: a few hundredths of a second. */
export const EXAMINED_AT_ONCE = 5000

/** A page of licenses below a position, newest first, and of at most so many bytes. */
interface PageQuery {
  readonly before: number
  readonly limit: number
  readonly bytes: number
  /** Only for organizations. */
  readonly filter: LicenseFilter
}

// Most licenses of a page have the same text, which is read once.
const TEXT_ONCE = `CASE WHEN row_number() OVER (PARTITION BY ${TERMS_HASH} ORDER BY l.position DESC) = 1 THEN ${TEXT} END`

const KEY = 'l.provider_id, l.registration, l.id, l.position'

/** In every statement that reads the licenses of a provider by their position, and in none else: a condition of their index. */
export const BY_POSITION = 'position > 0'

// Parameters 4 to 7: the organization, and what the filter selects by an index.
const newestOf = (limit: string) => `licet.newest_licenses($4, $5, $6, $7, $1, ${limit})`

// At most one page of each provider.
const NEWEST_OF_PROVIDERS = `SELECT ${KEY} FROM ${newestOf('$2 + 1')} AS l ORDER BY l.position DESC LIMIT $2 + 1`

const NEWEST_OF_DEVICE = `SELECT ${KEY} FROM licet.licenses l
  WHERE l.provider_id = $4 AND l.registration = $5 AND l.address <> '' AND l.position < $1 ORDER BY l.position DESC LIMIT $2 + 1`

// Examines a part of the licenses of each provider. Where a provider has more, those below its last one are left for the next page. The
// subquery is sorted first, so that the conditions are computed only until the page is full.
const examineProviders = (joins: string, examined: string) => `part AS (
    SELECT greatest($2 + 1, ${EXAMINED_AT_ONCE} / greatest(count(*), 1)) AS size FROM licet.providers p
    WHERE ($4::uuid IS NULL OR p.org_id = $4) AND ($5::uuid IS NULL OR p.id = $5)
  ), examined AS (
    SELECT n.* FROM ${newestOf('(SELECT size FROM part)')} AS n
  ), horizon AS (
    SELECT max(e.last) AS position FROM (
      SELECT min(position) AS last FROM examined GROUP BY provider_id HAVING count(*) = (SELECT size FROM part)
    ) AS e
  ), selected AS (
    SELECT ${KEY} FROM (
      SELECT * FROM examined WHERE position >= coalesce((SELECT position FROM horizon), 0) ORDER BY position DESC OFFSET 0
    ) AS l ${joins} WHERE true${examined} ORDER BY l.position DESC LIMIT $2 + 1
  ), `

const HORIZON = '(SELECT id FROM examined WHERE position = (SELECT position FROM horizon))'

/** Returns a page of licenses: as many as fit in `bytes`, and at least one, unless the filter selects none of those that it examined. */
export async function listLicenses(sql: Sql, owner: LicenseOwner | EveryOwner, page: PageQuery): Promise<LicensePage> {
  if ('registration' in owner) {
    const ofDevice = { newest: NEWEST_OF_DEVICE, owned: 'l.provider_id = $4 AND l.registration = $5', registration: '$5' }
    return readPage(sql, ofDevice, page, [owner.providerId, owner.registration])
  }
  const devices = await findDevices(sql, owner, page.filter)
  const { joins, examined, values } = toConditions(page.filter, 8, toTransitionJoins(await hasCitus(sql)))
  const owned = 'l.provider_id = c.provider_id AND l.registration = c.registration'
  const selection =
    examined === ''
      ? { newest: NEWEST_OF_PROVIDERS, owned }
      : { steps: examineProviders(joins, examined), newest: 'SELECT * FROM selected', owned }
  const { providerId = null, ptr = null } = page.filter
  const found = await readPage(sql, selection, page, [owner.orgId, providerId, ptr, devices ?? null, ...values])
  return { ...found, licenses: await withKeys(sql, found.licenses) }
}

/** Returns the registrations of the address of a filter, one for each provider. `undefined` without an address. */
async function findDevices(
  sql: Sql,
  { orgId }: { readonly orgId: string | null },
  { address, providerId }: LicenseFilter,
): Promise<string[] | undefined> {
  if (address === undefined) return undefined
  const devices = await sql.query<{ registration: string }>(
    `SELECT a.registration FROM licet.addresses a JOIN licet.providers p ON p.id = a.provider_id
     WHERE a.address = $1 AND ($2::uuid IS NULL OR p.org_id = $2) AND ($3::uuid IS NULL OR p.id = $3)`,
    [address, orgId, providerId ?? null],
  )
  return devices.map(({ registration }) => registration)
}

/** How the licenses of a page are found. */
interface Selection {
  /** Earlier steps of the query. With these, `HORIZON` is where the page ends. */
  readonly steps?: string
  /** Selects one license more than the page has. */
  readonly newest: string
  /** Whether a license `l` has the provider and the device of `c`. */
  readonly owned: string
  /** The parameter of the device, if all licenses are of one. */
  readonly registration?: string
}

type PageRow = Omit<StoredLicense, 'terms'> & {
  /** The text, in the first row that has it. */
  readonly terms: string | null
  readonly found: number
  readonly horizon: string | null
}

// The database sums the bytes of requests and terms before it reads them. A JSON record is always larger than these.
async function readPage(
  sql: Sql,
  { steps = '', newest, owned, registration }: Selection,
  page: PageQuery,
  values: readonly SqlValue[],
): Promise<LicensePage> {
  const rows = await sql.query<PageRow | { readonly id: null; readonly horizon: string | null }>(
    `WITH ${steps}candidates AS (
       SELECT c.*, octet_length(l.request) + coalesce(octet_length(t.text), 0) AS bytes
       FROM (${newest}) c JOIN licet.licenses l ON ${owned} AND l.id = c.id LEFT JOIN licet.terms t ON t.hash = ${TERMS_HASH}
     ), sized AS (
       SELECT provider_id, registration, id, count(*) OVER () AS found, row_number() OVER newest AS nth, sum(bytes) OVER newest AS upto
       FROM candidates WINDOW newest AS (ORDER BY position DESC)
     )
     SELECT h.id AS horizon, r.* FROM (SELECT ${steps === '' ? 'NULL' : HORIZON} AS id) AS h
     LEFT JOIN (
       SELECT ${columnsWith(TEXT_ONCE, registration)}, c.found
       FROM sized c JOIN licet.licenses l ON ${owned} AND l.id = c.id ${joinTermsAndStatus(registration)}
       WHERE c.nth = 1 OR (c.nth <= $2 AND c.upto <= $3)
     ) AS r ON true ORDER BY r.position DESC`,
    [page.before, page.limit, page.bytes, ...values],
  )
  const found = rows.filter((row) => row.id !== null)
  const texts = new Map<string, string>()
  for (const { termsHash, terms } of found) if (terms !== null) texts.set(termsHash, terms)
  const licenses = found.map((row) => ({ ...row, terms: texts.get(row.termsHash) ?? '' }))
  const hasMore = (found[0]?.found ?? 0) > found.length
  return { licenses, next: (hasMore ? found.at(-1)?.id : rows[0]?.horizon) ?? null }
}
