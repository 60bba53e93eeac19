import { authenticateReader, refuseAccess } from '../auth/ownership.ts'
import { isId } from '../crypto/create-id.ts'
import { respondJson } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import { findProvider } from '../storage/providers.ts'
import { listReminders } from '../storage/reminders.ts'
import { toReminder } from './send-reminders.ts'

/** List Reminders: returns the reminders that were sent to groups of a provider, newest first. */
export async function getReminders({ context, request, params: { providerId = '' } }: RouteCall): Promise<Response> {
  const user = await authenticateReader(context, request)
  const provider = isId(providerId) ? await findProvider(context.storage, providerId) : undefined
  if (provider?.orgId !== user.orgId) throw refuseAccess(context, user, 'provider', providerId)
  return respondJson((await listReminders(context.storage, { orgId: user.orgId, providerId })).map(toReminder))
}
