import { TRAIL_PATHS } from '../../protocol/paths.ts'
import { authenticate, findDevice } from '../auth/authenticate-bearer.ts'
import { readJson } from '../http/parse-body.ts'
import { respondJson } from '../http/respond.ts'
import type { Route } from '../routing/route.ts'
import { toLicenseRecord } from './license-record.ts'
import { submitLicense } from './submit-license.ts'

/** License Create: 201 with the stored record, 200 with the same record when this device already holds this very license. */
export const postLicense: Route = {
  method: 'POST',
  paths: [TRAIL_PATHS.createLicense],
  cors: true,
  async handle({ context, request }) {
    const device = await findDevice(context, await authenticate(context, request))
    const { license, created } = await submitLicense(context, device, await readJson(request))
    return respondJson(toLicenseRecord(license, context.now()), created ? 201 : 200)
  },
}
