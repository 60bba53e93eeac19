import { authenticateLicenseOwner, notFound } from '../auth/ownership.ts'
import { isId } from '../crypto/create-id.ts'
import { respondJsonBytes } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import { findLicense } from '../storage/licenses.ts'
import { toLicenseBytes } from './license-record.ts'

/** License Get: returns one license. A license of another owner is 404. */
export async function getLicense({ context, request, params: { id = '' } }: RouteCall): Promise<Response> {
  const owner = await authenticateLicenseOwner(context, request)
  const license = isId(id) ? await findLicense(context.storage, owner, id) : undefined
  if (license === undefined) throw notFound('license')
  return respondJsonBytes(toLicenseBytes(license, context.now()))
}
