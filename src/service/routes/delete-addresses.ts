import { AUTH_PATHS } from '../../protocol/paths.ts'
import { isId } from '../crypto/create-id.ts'
import { authenticateAdmin } from '../http/authenticate.ts'
import { notFound } from '../http/not-found.ts'
import { eraseDevice } from '../licenses/erase-device.ts'
import { listAddresses } from '../storage/addresses.ts'
import { listProviders } from '../storage/providers.ts'
import { readAddressFilter } from './addresses-filter.ts'
import type { Route } from './route.ts'

/** Delete Addresses: erasure of a device, or of every device of one of the app's users (wire decisions, section 4). */
export const deleteAddresses: Route = {
  method: 'DELETE',
  paths: [`${AUTH_PATHS.providers}/:providerId/user`],
  cors: false,
  async handle({ context, request, params: { providerId = '' }, url }) {
    const { orgId } = await authenticateAdmin(context, request)
    const providers = isId(providerId) ? await listProviders(context.storage, orgId) : []
    if (!providers.some((provider) => provider.id === providerId)) throw notFound('provider')
    const filter = readAddressFilter(url())
    for (const { address } of await listAddresses(context.storage, { providerId, ...filter })) {
      await eraseDevice(context, providerId, address)
    }
    return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
  },
}
