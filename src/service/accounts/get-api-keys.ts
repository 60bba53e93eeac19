import { AUTH_PATHS } from '../../protocol/paths.ts'
import { authenticateAdmin } from '../auth/authenticate-bearer.ts'
import { respondJson } from '../http/respond.ts'
import type { Route } from '../routing/route.ts'
import { listApiKeys } from '../storage/accounts.ts'
import { toApiKey } from './account-records.ts'

/** List API Keys of the user behind the token, without the keys themselves. */
export const getApiKeys: Route = {
  method: 'GET',
  paths: [AUTH_PATHS.apiKeys],
  cors: false,
  async handle({ context, request }) {
    const user = await authenticateAdmin(context, request)
    return respondJson((await listApiKeys(context.storage, user.id)).map(toApiKey))
  },
}
