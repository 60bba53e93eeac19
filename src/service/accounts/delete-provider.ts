import { AUTH_PATHS } from '../../protocol/paths.ts'
import { authenticateAdmin } from '../auth/authenticate-bearer.ts'
import { isId } from '../crypto/create-id.ts'
import { notFound } from '../http/not-found.ts'
import type { Route } from '../routing/route.ts'
import { deleteProvider as deleteStoredProvider } from '../storage/providers.ts'

/** Delete Provider, of the user's organization. Licenses that were taken for it stay. */
export const deleteProvider: Route = {
  method: 'DELETE',
  paths: [`${AUTH_PATHS.providers}/:providerId`],
  cors: false,
  async handle({ context, request, params: { providerId = '' } }) {
    const { orgId } = await authenticateAdmin(context, request)
    const deleted = isId(providerId) && (await deleteStoredProvider(context.storage, providerId, orgId, context.now()))
    if (!deleted) throw notFound('provider')
    return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
  },
}
