import { toTimestamp } from '../../core/timestamp.ts'
import type { ApiKey } from '../../protocol/answers.ts'
import { AUTH_PATHS } from '../../protocol/paths.ts'
import { authenticateAdmin } from '../http/authenticate.ts'
import { respondJson } from '../http/respond.ts'
import { listApiKeys } from '../storage/accounts.ts'
import type { Route } from './route.ts'

/** List API Keys of the user behind the token, without the keys themselves. */
export const getApiKeys: Route = {
  method: 'GET',
  paths: [AUTH_PATHS.apiKeys],
  cors: false,
  async handle({ context, request }) {
    const user = await authenticateAdmin(context, request)
    const keys = await listApiKeys(context.storage, user.id)
    const body: ApiKey[] = keys.map(({ id, name, prefix, created, revoked }) => ({
      id,
      name,
      prefix,
      created: toTimestamp(created),
      ...(revoked === null ? {} : { revoked: toTimestamp(revoked) }),
    }))
    return respondJson(body)
  },
}
