import { toActor } from '../audit/audit-event.ts'
import { authenticateProviderOwner, notFound } from '../auth/ownership.ts'
import { respondNoContent } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import { deleteIdentityKey as deleteStoredKey } from '../storage/identity-keys.ts'

/** A thumbprint of SHA-256. PostgreSQL refuses other text, such as U+0000, with an error. */
const KID = /^[\w-]{43}$/

/** Delete Identity Key: its tokens are refused from now on. Devices that registered with them stay vouched for. */
export async function deleteIdentityKey({ context, request, params }: RouteCall): Promise<Response> {
  const { providerId, user } = await authenticateProviderOwner(context, request, params.providerId)
  const { kid = '' } = params
  const event = { action: 'identity_key.removed', actor: toActor(user), target: kid, providerId } as const
  const deleteOwn = () =>
    context.audit.record(
      (sql) => deleteStoredKey(sql, providerId, kid),
      (isDeleted) => (isDeleted ? event : undefined),
    )
  if (!KID.test(kid) || !(await deleteOwn())) throw notFound('identity key')
  return respondNoContent()
}
