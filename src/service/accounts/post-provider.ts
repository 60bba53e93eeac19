import { CreateProvider } from '../../protocol/account.ts'
import { AUTH_PATHS } from '../../protocol/paths.ts'
import { authenticateAdmin } from '../auth/authenticate-bearer.ts'
import { parseBody } from '../http/parse-body.ts'
import { respondJson } from '../http/respond.ts'
import type { Route } from '../routing/route.ts'
import { createAdmin } from './admin.ts'

/** Create Provider, of the user's organization. */
export const postProvider: Route = {
  method: 'POST',
  paths: [AUTH_PATHS.providers],
  cors: false,
  async handle({ context, request }) {
    const { orgId } = await authenticateAdmin(context, request)
    const { name } = await parseBody(request, CreateProvider)
    return respondJson(await createAdmin(context).createProvider({ orgId, name }), 201)
  },
}
