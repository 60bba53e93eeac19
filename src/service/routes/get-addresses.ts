import { AUTH_PATHS } from '../../protocol/paths.ts'
import { authenticateProvider, unknownBearer } from '../http/authenticate.ts'
import { respondJson } from '../http/respond.ts'
import { listAddresses } from '../storage/addresses.ts'
import { findProvider } from '../storage/providers.ts'
import { toAddress } from '../to-wire.ts'
import { readAddressFilter } from './addresses-filter.ts'
import type { Route } from './route.ts'

/** List Addresses of the provider, by address or by the app's own user id. */
export const getAddresses: Route = {
  method: 'GET',
  paths: [`${AUTH_PATHS.providers}/:providerId/user`],
  cors: true,
  async handle({ context, request, params: { providerId = '' }, url }) {
    await authenticateProvider(context, request, providerId)
    if ((await findProvider(context.storage, providerId)) === undefined) throw unknownBearer()
    const addresses = await listAddresses(context.storage, { providerId, ...readAddressFilter(url()) })
    return respondJson(addresses.map(toAddress))
  },
}
