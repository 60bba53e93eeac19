import { CreateApiKey } from '../../protocol/account.ts'
import { AUTH_PATHS } from '../../protocol/paths.ts'
import { authenticateAdmin } from '../auth/authenticate-bearer.ts'
import { parseBody } from '../http/parse-body.ts'
import { respondJson } from '../http/respond.ts'
import type { Route } from '../routing/route.ts'
import { createAdmin } from './admin.ts'

/** Create API Key: the one answer that holds the key itself. */
export const postApiKey: Route = {
  method: 'POST',
  paths: [AUTH_PATHS.apiKeys],
  cors: false,
  async handle({ context, request }) {
    const user = await authenticateAdmin(context, request)
    const { name } = await parseBody(request, CreateApiKey)
    const created = await createAdmin(context).createApiKey({ userId: user.id, name })
    return respondJson(created, 201)
  },
}
