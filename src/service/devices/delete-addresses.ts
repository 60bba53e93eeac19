import { AUTH_PATHS } from '../../protocol/paths.ts'
import { authenticateAdmin } from '../auth/authenticate-bearer.ts'
import { isId } from '../crypto/create-id.ts'
import { notFound } from '../http/not-found.ts'
import type { Route } from '../routing/route.ts'
import { ownsProvider } from '../storage/providers.ts'
import { readAddressFilter } from './address-filter.ts'
import { eraseDevices } from './erase-devices.ts'

/**
 * Delete Addresses: erasure of a device, or of every device of one of the app's users (wire decisions, section 4).
 *
 * The `ptr` of a license need not be the `id` of its device, so an id is erased from the licenses that name it too.
 */
export const deleteAddresses: Route = {
  method: 'DELETE',
  paths: [`${AUTH_PATHS.providers}/:providerId/user`],
  cors: false,
  async handle({ context, request, params: { providerId = '' }, url }) {
    const { orgId } = await authenticateAdmin(context, request)
    // A deleted provider's devices can still be erased: the licenses that were taken for it are kept.
    const owned = isId(providerId) && (await ownsProvider(context.storage, providerId, orgId))
    if (!owned) throw notFound('provider')
    await eraseDevices(context, { providerId, ...readAddressFilter(url()) })
    return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
  },
}
