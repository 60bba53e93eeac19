import { utf8 } from '../../core/signature.ts'
import { invalidBearerToken } from '../auth/authenticate-bearer.ts'
import { authenticateProvider } from '../auth/ownership.ts'
import { JSON_HEADERS, respondJson } from '../http/respond-json.ts'
import { reportFailure } from '../routing/report-failure.ts'
import type { RouteCall } from '../routing/route.ts'
import { ADDRESS_PAGE, type AddressFilter, listAddresses, type StoredAddress } from '../storage/addresses.ts'
import { findProvider } from '../storage/providers.ts'
import { readAddressFilter } from './address-filter.ts'
import { toAddress } from './address-record.ts'

/** List Addresses: returns devices of the provider, by address or by the app's user id. */
export async function getAddresses(call: RouteCall): Promise<Response> {
  const { context, request, params, url } = call
  const { providerId = '' } = params
  await authenticateProvider(context, request, providerId)
  if ((await findProvider(context.storage, providerId)) === undefined) throw invalidBearerToken()
  const filter = { providerId, ...readAddressFilter(url()) }
  const first = await listAddresses(context.storage, filter)
  if (first.length < ADDRESS_PAGE) return respondJson(first.map(toAddress))
  return new Response(streamAddresses(call, filter, first), { headers: JSON_HEADERS })
}

/** Streams the list page by page. A provider's secret is public, so an attacker can register more devices than fit in memory. */
function streamAddresses({ context, path }: RouteCall, filter: AddressFilter, first: StoredAddress[]): ReadableStream<Uint8Array> {
  let page = first
  let opening = '['
  return new ReadableStream({
    async pull(controller) {
      const text = page.map((address) => JSON.stringify(toAddress(address))).join(',')
      if (text !== '') controller.enqueue(utf8(opening + text))
      opening = ','
      if (page.length === ADDRESS_PAGE) {
        page = await listAddresses(context.storage, filter, page.at(-1)).catch((error: unknown) => {
          // The status was sent already, so the response ends early.
          throw reportFailure(context, { method: 'GET', route: path }, error)
        })
      } else {
        controller.enqueue(utf8(']'))
        controller.close()
      }
    },
  })
}
