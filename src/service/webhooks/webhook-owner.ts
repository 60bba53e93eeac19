import { LicetError } from '../../core/errors.ts'
import { toActor } from '../audit/audit-event.ts'
import { authenticateAdmin, refuseAccess } from '../auth/ownership.ts'
import { isId } from '../crypto/create-id.ts'
import type { RouteCall } from '../routing/route.ts'
import { findProvider } from '../storage/providers.ts'
import { findEndpoint } from '../storage/webhook-endpoints.ts'
import type { Webhooks } from './create-webhooks.ts'

/** A webhook of the caller, and the functions that name the caller in the audit log. */
export interface OwnedWebhook {
  readonly id: string
  readonly orgId: string
  readonly webhooks: Webhooks
}

/**
 * Requires that a request comes from a user of the organization of the webhook in the path, with the scope `account:admin`.
 *
 * @throws {LicetError} `invalid_token`, `insufficient_scope`; `not_found` for an unknown webhook, and for one of another organization.
 */
export async function authenticateWebhookOwner({ context, request, params: { id = '' } }: RouteCall): Promise<OwnedWebhook> {
  const user = await authenticateAdmin(context, request)
  const endpoint = isId(id) ? await findEndpoint(context.storage, id) : undefined
  const provider = endpoint === undefined ? undefined : await findProvider(context.storage, endpoint.providerId)
  if (provider?.orgId !== user.orgId) throw refuseAccess(context, user, 'webhook', id)
  return { id, orgId: user.orgId, webhooks: context.webhooks.webhooksOf(toActor(user)) }
}

/**
 * Requires that the service refuses names that resolve to a private address. Without this check, an API key could make the service call
 * its own network.
 *
 * @throws {LicetError} `unsupported`
 */
export function requireAddressCheck({ context }: RouteCall): void {
  if (context.webhooks.checksAddresses) return
  throw new LicetError(
    'unsupported',
    'This platform does not show which address a name resolves to, so API keys cannot add or test webhooks. Nothing was done. Add the webhook on the database: licet webhook add --database-url <url>.',
  )
}
