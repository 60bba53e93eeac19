import { ERASED_HEADER, writeErased } from '../../protocol/erased.ts'
import { toActor } from '../audit/audit-event.ts'
import { authenticateAdmin, refuseAccess } from '../auth/ownership.ts'
import { isId } from '../crypto/create-id.ts'
import { readQuery } from '../http/read-query.ts'
import { respondNoContent } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import { ownsProvider } from '../storage/providers.ts'
import { ADDRESS_PARAMETERS, readAddressFilter } from './address-filter.ts'
import { eraseDevices } from './erase-devices.ts'

/**
 * Delete Addresses: erases a device, or every device of one of the app's users.
 *
 * The `ptr` of a license can differ from the `id` of its device. So erasing an id also erases it from the licenses that contain
 * it.
 *
 * The status is 204 also when nothing was found, so a header has the counts.
 */
export async function deleteAddresses({ context, request, params: { providerId = '' }, url }: RouteCall): Promise<Response> {
  const user = await authenticateAdmin(context, request)
  // Devices of a deleted provider can still be erased, because the provider's licenses are kept.
  const owned = isId(providerId) && (await ownsProvider(context.storage, providerId, user.orgId))
  if (!owned) throw refuseAccess(context, user, 'provider', providerId)
  const filter = { providerId, ...readAddressFilter(readQuery(url(), ADDRESS_PARAMETERS)) }
  const erased = await eraseDevices(context, filter, toActor(user))
  return respondNoContent({ [ERASED_HEADER]: writeErased(erased) })
}
