import { utf8 } from '../../core/signature.ts'
import { AUTH_PATHS } from '../../protocol/paths.ts'
import { toAddress } from '../accounts/account-records.ts'
import { authenticateProvider, unknownBearer } from '../auth/authenticate-bearer.ts'
import { JSON_HEADERS, respondJson } from '../http/respond.ts'
import { tellFailure } from '../routing/report-failure.ts'
import type { Route } from '../routing/route.ts'
import type { ServiceContext } from '../service-context.ts'
import { ADDRESS_PAGE, type AddressFilter, listAddresses, type StoredAddress } from '../storage/addresses.ts'
import { findProvider } from '../storage/providers.ts'
import { readAddressFilter } from './address-filter.ts'

const PATH = `${AUTH_PATHS.providers}/:providerId/user`

/** List Addresses of the provider, by address or by the app's own user id. */
export const getAddresses: Route = {
  method: 'GET',
  paths: [PATH],
  cors: true,
  async handle({ context, request, params: { providerId = '' }, url }) {
    await authenticateProvider(context, request, providerId)
    if ((await findProvider(context.storage, providerId)) === undefined) throw unknownBearer()
    const filter = { providerId, ...readAddressFilter(url()) }
    const first = await listAddresses(context.storage, filter)
    if (first.length < ADDRESS_PAGE) return respondJson(first.map(toAddress))
    return new Response(streamAddresses(context, filter, first), { headers: JSON_HEADERS })
  },
}

/** The whole list as it is read: the secret of a provider is public, so anybody may have given an id more devices than memory holds. */
function streamAddresses(context: ServiceContext, filter: AddressFilter, first: StoredAddress[]): ReadableStream<Uint8Array> {
  let page = first
  let opening = '['
  return new ReadableStream({
    async pull(controller) {
      const text = page.map((address) => JSON.stringify(toAddress(address))).join(',')
      if (text !== '') controller.enqueue(utf8(opening + text))
      opening = ','
      if (page.length === ADDRESS_PAGE) {
        page = await listAddresses(context.storage, filter, page.at(-1)).catch((error: unknown) => {
          // The answer has begun, so it breaks off.
          throw tellFailure(context, { method: 'GET', route: PATH }, error)
        })
      } else {
        controller.enqueue(utf8(']'))
        controller.close()
      }
    },
  })
}
