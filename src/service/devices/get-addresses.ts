import { ADDRESS_PAGE } from '../../core/page-sizes.ts'
import { toActor } from '../audit/audit-event.ts'
import { describeDevices } from '../audit/describe-filter.ts'
import { authenticateDeviceReader } from '../auth/ownership.ts'
import { invalidPage, readLimit } from '../http/read-page.ts'
import { readQuery } from '../http/read-query.ts'
import { respondJson } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import { type AddressPosition, listAddresses } from '../storage/addresses.ts'
import { ADDRESS_PARAMETERS, readAddressFilter } from './address-filter.ts'
import { toAddress } from './address-record.ts'

/**
 * List Addresses: returns devices of the provider, by address or by the app's user id, newest first.
 *
 * The response is an array, so the query of the next page is in `Link` (RFC 8288). `?limit=` is 1 to 100. A provider's secret is
 * public, so anyone can register any number of devices under one id.
 */
export async function getAddresses({ context, request, params, url }: RouteCall): Promise<Response> {
  const { providerId = '' } = params
  const user = await authenticateDeviceReader(context, request, providerId)
  const { cursor, ...query } = readQuery(url(), [...ADDRESS_PARAMETERS, 'cursor', 'limit'])
  const limit = readLimit(query.limit, ADDRESS_PAGE)
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const devices = readAddressFilter(query)
  // One more than the page has shows whether a page follows.
  const found = await listAddresses(context.storage, { providerId, ...devices }, { after, limit: limit + 1 })
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  if (user !== undefined) {
    const event = { action: 'device.read', actor: toActor(user), providerId, orgId: user.orgId } as const
    context.audit.count({ ...event, filter: describeDevices(devices), amount: page.length })
  }
  const next = last && new URLSearchParams({ ...query, cursor: `${last.created}.${last.address}` })
  return respondJson(page.map(toAddress), 200, next && { link: `<?${next}>; rel="next"` })
}

/** Reads the cursor: time and address of the last device of the previous page. PostgreSQL can store any time of 14 digits. */
function readCursor(text: string): AddressPosition {
  const [, created, address] = /^(\d{1,14})\.([\w-]{43})$/.exec(text) ?? []
  if (created === undefined || address === undefined) throw invalidPage(ADDRESS_PAGE)
  return { created: Number(created), address }
}
