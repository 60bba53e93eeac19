import { authenticateReader } from '../auth/ownership.ts'
import { respondJson } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import { listProviders } from '../storage/providers.ts'
import { toProvider } from './account-records.ts'

/** List Providers: returns the providers of the user's organization, newest first. */
export async function getProviders({ context, request }: RouteCall): Promise<Response> {
  const user = await authenticateReader(context, request)
  return respondJson((await listProviders(context.storage, user.orgId)).map(toProvider))
}
