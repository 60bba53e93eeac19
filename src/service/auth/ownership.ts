import type { ServiceContext } from '../service-context.ts'
import type { LicenseOwner } from '../storage/licenses.ts'
import { authenticate, findDevice, toAdmin } from './authenticate-bearer.ts'

/**
 * Whose licenses a request may see: a device its own, a user those of the organization (wire decisions, section 1).
 * A provider token sees none, for its secret is public.
 *
 * @throws {LicetError} `invalid_token`, `insufficient_scope`
 */
export async function authenticateLicenseOwner(context: ServiceContext, request: Request): Promise<LicenseOwner> {
  const principal = await authenticate(context, request)
  if (principal.client.type === 'user') return { orgId: (await toAdmin(context, principal)).orgId }
  return (await findDevice(context, principal)).device
}
