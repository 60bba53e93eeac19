import { authenticateDevice } from '../auth/ownership.ts'
import { readJson } from '../http/parse-body.ts'
import { respondJsonBytes } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import { toLicenseBytes } from './license-record.ts'
import { submitLicense } from './submit-license.ts'

/**
 * License Create: 201 with the stored license, or 200 with the stored license when this device has sent the same request before.
 */
export async function postLicense(call: RouteCall): Promise<Response> {
  const { context, request } = call
  const device = await authenticateDevice(context, request)
  const { license, created } = await submitLicense(context, device, await readJson(call))
  return respondJsonBytes(toLicenseBytes(license, context.now()), created ? 201 : 200)
}
