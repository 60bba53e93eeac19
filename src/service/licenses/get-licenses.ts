import { LICENSE_PAGE, MAX_PAGE_BYTES } from '../../core/page-sizes.ts'
import { utf8 } from '../../core/signature.ts'
import { toActor } from '../audit/audit-event.ts'
import { describeFilter } from '../audit/describe-filter.ts'
import { assertRegistered, authenticateLicenseOwner, type TokenDevice } from '../auth/ownership.ts'
import { concatBytes } from '../crypto/bytes.ts'
import { readLimit } from '../http/read-page.ts'
import { readQuery } from '../http/read-query.ts'
import { respondJsonBytes } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import type { ServiceContext } from '../service-context.ts'
import type { LicenseOwner } from '../storage/licenses.ts'
import { type LicensePage, listLicenses } from '../storage/list-licenses.ts'
import { confirmDevice } from '../storage/restores.ts'
import { createTextWriter, toLicenseBytes } from './license-record.ts'
import { readCursor } from './read-cursor.ts'
import { checkNotEmpty, FILTER_PARAMETERS, type LicenseQuery, readLicenseFilter } from './read-license-filter.ts'

/**
 * License List: returns `{licenses, next?}`, newest first.
 *
 * `?cursor=` takes `next` of the previous page. `?limit=` is 1 to 100; a page has fewer licenses when they are large. An API key may filter
 * by {@link FILTER_PARAMETERS}. The page of a filter that selects few licenses can have fewer or none, and `next` continues.
 *
 * A device may send the hash of its newest decision as `newest`. After a restore, the service then knows whether that decision is stored.
 *
 * With a replica, lists of an API key without `ptr` and `address` may be a few seconds old, unless the request has
 * `Cache-Control: no-cache`.
 */
export async function getLicenses({ context, request, url }: RouteCall): Promise<Response> {
  const owner = await authenticateLicenseOwner(context, request)
  const isDevice = 'registration' in owner
  if (isDevice) await assertRegistered(context, owner)
  const names = isDevice ? (['newest'] as const) : FILTER_PARAMETERS
  const { cursor, limit, newest, ...query } = readQuery(url(), ['cursor', 'limit', ...names])
  checkNotEmpty(url())
  return respondPage({ context, request }, owner, { cursor, size: readLimit(limit, LICENSE_PAGE), query, newest })
}

/** Which page of which licenses. */
interface LicensePageRequest {
  readonly cursor: string | undefined
  readonly size: number
  readonly query: LicenseQuery
  /** Only of a device: the hash of its newest decision. */
  readonly newest?: string | undefined
}

/** Responds with a page of the licenses that a query selects. */
export async function respondPage(
  { context, request }: Pick<RouteCall, 'context' | 'request'>,
  owner: Awaited<ReturnType<typeof authenticateLicenseOwner>>,
  { cursor, size, query, newest }: LicensePageRequest,
): Promise<Response> {
  const filter = readLicenseFilter(query, context.now())
  const before = await readCursor(context.storage, owner, cursor)
  const sql = mayBeStale(request, owner, query) ? context.replica : context.storage
  const found = await listLicenses(sql, owner, { before, limit: size, bytes: MAX_PAGE_BYTES, filter })
  if ('registration' in owner && newest !== undefined) await confirmNewest(context, owner, newest, found.licenses[0]?.id)
  const { bytes, ids } = toPage(found, context.now(), 'orgId' in owner)
  if ('orgId' in owner) {
    const event = { action: 'license.read', actor: toActor(owner), orgId: owner.orgId } as const
    context.audit.count({ ...event, filter: describeFilter(filter), amount: ids.length, examples: ids })
  }
  return respondJsonBytes(bytes)
}

/** After a restore, a device whose newest decision is the stored one has lost nothing. */
async function confirmNewest(
  context: ServiceContext,
  device: TokenDevice,
  requestHash: string,
  id: string | undefined,
): Promise<void> {
  if (id === undefined || (await context.restores.since()) === undefined) return
  await confirmDevice(context.storage, device, { id, requestHash })
}

/** Whether a list can come from a replica. The list of a person must show what the person has just agreed to or withdrawn. */
function mayBeStale(
  { headers }: Request,
  owner: LicenseOwner,
  { ptr, address }: { readonly ptr?: string | undefined; readonly address?: string | undefined },
): boolean {
  const isOfPerson = 'registration' in owner || ptr !== undefined || address !== undefined
  return !isOfPerson && !/\bno-cache\b/i.test(headers.get('cache-control') ?? '')
}

const COMMA = utf8(',')
/** Bytes of a page without its licenses, and at least as many as there are. */
const ENVELOPE_BYTES = 100

/** Writes as many licenses from the start as fit on a page, and at least one if there is any. */
function toPage({ licenses, next: after }: LicensePage, nowMs: number, forOrganization: boolean) {
  const records: Uint8Array[] = []
  const writeText = createTextWriter()
  let size = ENVELOPE_BYTES
  for (const license of licenses) {
    const record = toLicenseBytes(license, nowMs, { writeText, forOrganization })
    size += COMMA.length + record.length
    if (records.length > 0 && size > MAX_PAGE_BYTES) break
    records.push(record)
  }
  const next = records.length === licenses.length ? after : licenses[records.length - 1]?.id
  const bytes = concatBytes([
    utf8('{"licenses":['),
    ...records.flatMap((record, at) => (at === 0 ? [record] : [COMMA, record])),
    utf8(typeof next !== 'string' ? ']}' : `],"next":${JSON.stringify(next)}}`),
  ])
  return { bytes, ids: licenses.slice(0, records.length).map(({ id }) => id) }
}
