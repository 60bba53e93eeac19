import { toActor } from '../audit/audit-event.ts'
import { invalidBearerToken } from '../auth/authenticate-bearer.ts'
import { authenticateLicenseOwner, notFound, refuseAccess } from '../auth/ownership.ts'
import { isId } from '../crypto/create-id.ts'
import { respondJsonBytes } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import { findLicenseOfDevice, findLicenseOfOrganization } from '../storage/licenses.ts'
import { toLicenseBytes } from './license-record.ts'

/** License Get: returns one license. A license of another owner is 404. */
export async function getLicense(call: RouteCall): Promise<Response> {
  const { license, owner } = await findOwnLicense(call)
  return respondJsonBytes(toLicenseBytes(license, call.context.now(), { forOrganization: 'orgId' in owner }))
}

/** Returns the license of a path, and who reads it. A license of another owner is 404. */
export async function findOwnLicense({ context, request, params: { id = '' } }: RouteCall) {
  const owner = await authenticateLicenseOwner(context, request)
  const known = isId(id) ? id : null
  const license = await ('orgId' in owner
    ? findLicenseOfOrganization(context.storage, owner.orgId, known)
    : findLicenseOfDevice(context.storage, owner, known))
  if (license === 'unknown_device') throw invalidBearerToken()
  if (license === undefined) throw 'orgId' in owner ? refuseAccess(context, owner, 'license', id) : notFound('license')
  if ('orgId' in owner) {
    const event = { action: 'license.read', actor: toActor(owner), orgId: owner.orgId } as const
    context.audit.count({ ...event, filter: { id: '(set)' }, examples: [license.id] })
  }
  return { license, owner }
}
