import { SendReminders } from '../../protocol/records/reminders.ts'
import { toActor } from '../audit/audit-event.ts'
import { authenticateProviderOwner } from '../auth/ownership.ts'
import { parseBody } from '../http/parse-body.ts'
import { respondJson } from '../http/respond-json.ts'
import { readHashes } from '../licenses/read-license-filter.ts'
import type { RouteCall } from '../routing/route.ts'
import { sendReminders } from './send-reminders.ts'

/** Send Reminders: writes the event `license.reminder` for some licenses in force with a text, or without one. */
export async function postReminders(call: RouteCall): Promise<Response> {
  const { context, request, params } = call
  const { providerId, user } = await authenticateProviderOwner(context, request, params.providerId)
  const { terms_hash, not_terms_hash, id, cursor } = await parseBody(call, SendReminders)
  const step = await sendReminders(
    context,
    { owner: { orgId: user.orgId }, actor: toActor(user) },
    {
      providerId,
      termsHash: readHashes(terms_hash, 'terms_hash'),
      notTermsHash: readHashes(not_terms_hash, 'not_terms_hash'),
      id,
      cursor,
    },
  )
  return respondJson(step)
}
