import { AUTH_PATHS } from '../../protocol/paths.ts'
import { authenticateAdmin } from '../http/authenticate.ts'
import { respondJson } from '../http/respond.ts'
import { listApiKeys } from '../storage/accounts.ts'
import { toApiKey } from '../to-wire.ts'
import type { Route } from './route.ts'

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
