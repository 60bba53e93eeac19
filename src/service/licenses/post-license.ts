import { LicetError } from '../../core/errors.ts'
import { authenticateDevice } from '../auth/ownership.ts'
import { readJsonBytes } from '../http/parse-body.ts'
import { hasPreference } from '../http/preferences.ts'
import { respondJsonBytes } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import { toLicenseBytes } from './license-record.ts'
import { respondEnded } from './respond-ended.ts'
import { submitLicense } from './submit-license.ts'

/**
 * License Create: 201 with the stored license, or 200 with the stored license when this device has sent the same request before. When
 * that license was withdrawn or replaced, or has expired, 409 `license_ended` with the license: a 200 would look like an agreement in force.
 *
 * A new license is 200 too with `Prefer: status=200`, or when the provider has this setting: some earlier clients take every other
 * status for a failure.
 */
export async function postLicense(call: RouteCall): Promise<Response> {
  const { context, request, peerAddress } = call
  const device = await authenticateDevice(context, request)
  const { license, outcome, createStatus } = await submitLicense(context, { ...device, peerAddress }, await readJsonBytes(call))
  const record = toLicenseBytes(license, context.now())
  if (outcome === 'ended') return respondEnded(licenseEnded(), record)
  const prefersOk = hasPreference(request, 'status', '200')
  const status = outcome === 'repeated' || prefersOk ? 200 : createStatus
  return respondJsonBytes(record, status, prefersOk ? { 'preference-applied': 'status=200' } : {})
}

function licenseEnded(): LicetError<'license_ended'> {
  return new LicetError(
    'license_ended',
    'This device has stored the same request before, and its license was withdrawn or replaced, or has expired. Nothing was stored. ' +
      'To agree again, sign another request, for example with the identity of the last one in x-follows.',
  )
}
