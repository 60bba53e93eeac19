import { AUTH_PATHS } from '../../protocol/paths.ts'
import { authenticateAdmin } from '../auth/authenticate-bearer.ts'
import { isId } from '../crypto/create-id.ts'
import { notFound } from '../http/not-found.ts'
import { respondJson } from '../http/respond.ts'
import type { Route } from '../routing/route.ts'
import { findProvider } from '../storage/providers.ts'
import { toProvider } from './account-records.ts'

/** Get Provider, of the user's organization. Another organization's is as unknown as none. */
export const getProvider: Route = {
  method: 'GET',
  paths: [`${AUTH_PATHS.providers}/:providerId`],
  cors: false,
  async handle({ context, request, params: { providerId = '' } }) {
    const { orgId } = await authenticateAdmin(context, request)
    const provider = isId(providerId) ? await findProvider(context.storage, providerId) : undefined
    if (provider === undefined || provider.orgId !== orgId) throw notFound('provider')
    return respondJson(toProvider(provider))
  },
}
