import { authenticateAdmin } from '../auth/ownership.ts'
import { respondJson } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import { listApiKeys } from '../storage/accounts.ts'
import { toApiKey } from './account-records.ts'

/** List API Keys: returns the API keys of the user, without the keys themselves. */
export async function getApiKeys({ context, request }: RouteCall): Promise<Response> {
  const user = await authenticateAdmin(context, request)
  return respondJson((await listApiKeys(context.storage, user.id)).map(toApiKey))
}
