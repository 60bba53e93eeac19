import { RevokeLicenseBody } from '../../protocol/records/license-operations.ts'
import { toActor } from '../audit/audit-event.ts'
import { authenticateEnder, refuseAccess } from '../auth/ownership.ts'
import { isId } from '../crypto/create-id.ts'
import { parseBody } from '../http/parse-body.ts'
import { respondJsonBytes } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import { findLicenseOfOrganization } from '../storage/licenses.ts'
import { toLicenseBytes } from './license-record.ts'
import { respondEnded } from './respond-ended.ts'
import { revokeLicense } from './revoke-without-device.ts'

/**
 * License Revoke: ends a license of the user's organization without its device, for example after a letter. Returns the record with the
 * receipt of its end. The same request again returns the same record.
 *
 * A license that ended in another way is 409 `license_ended` with the record: the device can have a newer license in force.
 */
export async function postLicenseRevoke(call: RouteCall): Promise<Response> {
  const { context, request, params } = call
  const user = await authenticateEnder(context, request)
  const { id = '' } = params
  const revocation = await parseBody(call, RevokeLicenseBody)
  const find = async () => {
    const found = await findLicenseOfOrganization(context.storage, user.orgId, isId(id) ? id : null)
    if (found === undefined) throw refuseAccess(context, user, 'license', id)
    return found
  }
  const { license, isNew, error } = await revokeLicense(context, toActor(user), find, revocation)
  if (isNew) context.observer.license?.({ providerId: license.providerId, status: 'revoked' })
  const record = toLicenseBytes(license, context.now(), { forOrganization: true })
  return error === undefined ? respondJsonBytes(record) : respondEnded(error, record)
}
