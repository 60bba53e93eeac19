import { AUTH_PATHS } from '../../protocol/paths.ts'
import { isId } from '../crypto/create-id.ts'
import { authenticateAdmin } from '../http/authenticate.ts'
import { notFound } from '../http/not-found.ts'
import { eraseDevice } from '../licenses/erase-device.ts'
import { listAddresses } from '../storage/addresses.ts'
import { ownsProvider } from '../storage/providers.ts'
import { readAddressFilter } from './addresses-filter.ts'
import type { Route } from './route.ts'

/** Delete Addresses: erasure of a device, or of every device of one of the app's users (wire decisions, section 4). */
export const deleteAddresses: Route = {
  method: 'DELETE',
  paths: [`${AUTH_PATHS.providers}/:providerId/user`],
  cors: false,
  async handle({ context, request, params: { providerId = '' }, url }) {
    const { orgId } = await authenticateAdmin(context, request)
    // A deleted provider's devices can still be erased: the licenses that were taken for it are kept.
    const owned = isId(providerId) && (await ownsProvider(context.storage, providerId, orgId))
    if (!owned) throw notFound('provider')
    const filter = { providerId, ...readAddressFilter(url()) }
    for (
      let page = await listAddresses(context.storage, filter);
      page.length > 0;
      page = await listAddresses(context.storage, filter)
    ) {
      for (const { address } of page) await eraseDevice(context, providerId, address)
    }
    return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
  },
}
