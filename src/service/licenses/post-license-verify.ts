import type { VerifiedLicense } from '../../protocol/answers.ts'
import { VerifyLicense } from '../../protocol/parse-license-request.ts'
import { TRAIL_PATHS } from '../../protocol/paths.ts'
import { authenticate, findDevice } from '../auth/authenticate-bearer.ts'
import { parseBody } from '../http/parse-body.ts'
import { respondJson } from '../http/respond.ts'
import type { Route } from '../routing/route.ts'
import { findCoverage } from '../storage/licenses.ts'

/** License Verify: whether an active license of this device exists and, when asked, covers a use case at a destination. */
export const postLicenseVerify: Route = {
  method: 'POST',
  paths: [TRAIL_PATHS.verifyLicense],
  cors: true,
  async handle({ context, request }) {
    const { device } = await findDevice(context, await authenticate(context, request))
    const asked = await parseBody(request, VerifyLicense)
    const now = context.now()
    const { active, covered } = await findCoverage(context.storage, { ...device, now }, 'usecase' in asked ? asked : undefined)
    if (!active) return answer(false, 'no_active_license')
    return covered ? answer(true, 'licensed') : answer(false, 'not_covered')
  },
}

function answer(verified: boolean, reason: VerifyReason): Response {
  const body: VerifiedLicense = { verified, reason }
  return respondJson(body)
}

/** Why License Verify answers as it does. */
export type VerifyReason = 'licensed' | 'no_active_license' | 'not_covered'
