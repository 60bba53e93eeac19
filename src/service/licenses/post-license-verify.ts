import type { VerifiedLicense } from '../../protocol/records/license-operations.ts'
import { VerifyLicense } from '../../protocol/records/license-operations.ts'
import { invalidBearerToken } from '../auth/authenticate-bearer.ts'
import { authenticateDevice } from '../auth/ownership.ts'
import { parseBody } from '../http/parse-body.ts'
import { respondJson } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import { findCoverage } from '../storage/open-licenses.ts'

/** The reason in the response of License Verify. */
export type VerifyReason = 'licensed' | 'no_active_license' | 'not_covered'

/**
 * License Verify: returns whether this device has an active license and, if the request names one, whether it covers a use case at a
 * destination. A request without a body means `{}`.
 */
export async function postLicenseVerify(call: RouteCall): Promise<Response> {
  const { context, request } = call
  const device = await authenticateDevice(context, request)
  const use = await readUse(call)
  const found = await findCoverage(context.storage, { ...device, now: context.now() }, use)
  if (found === undefined) throw invalidBearerToken()
  if (!found.active) return respond(false, 'no_active_license')
  return found.covered ? respond(true, 'licensed') : respond(false, 'not_covered')
}

function respond(verified: boolean, reason: VerifyReason): Response {
  const body: VerifiedLicense = { verified, reason }
  return respondJson(body)
}

/** Reads the use that a request asks about, if there is one. Earlier clients send no body (wire decisions, section 1). */
async function readUse(call: RouteCall) {
  if ((await call.body()).length === 0) return undefined
  const query = await parseBody(call, VerifyLicense)
  return 'usecase' in query ? query : undefined
}
