import { TRAIL_PATHS } from '../../protocol/paths.ts'
import { authenticateLicenseOwner } from '../auth/ownership.ts'
import { isId } from '../crypto/create-id.ts'
import { notFound } from '../http/not-found.ts'
import { respondJson } from '../http/respond.ts'
import type { Route } from '../routing/route.ts'
import { findLicense } from '../storage/licenses.ts'
import { toLicenseRecord } from './license-record.ts'

/** License Get. Another's license is as unknown as none. */
export const getLicense: Route = {
  method: 'GET',
  paths: [`${TRAIL_PATHS.licenses}/:id`],
  cors: true,
  async handle({ context, request, params: { id = '' } }) {
    const owner = await authenticateLicenseOwner(context, request)
    const license = isId(id) ? await findLicense(context.storage, owner, id) : undefined
    if (license === undefined) throw notFound('license')
    return respondJson(toLicenseRecord(license, context.now()))
  },
}
