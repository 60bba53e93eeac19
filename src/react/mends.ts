import type { ErrorCode } from '../core/error-codes.ts'
import { isLicetError } from '../core/errors.ts'

const NO_SERVICE = 'No license service answers at `authUrl` or `trailUrl`. Give the address that `licet serve` prints.'

/** What mends the refusals that come of the app's own configuration; docs/errors.md has all codes. */
const MENDS: Partial<Readonly<Record<ErrorCode, string>>> = {
  invalid_configuration:
    'The service names itself otherwise than `authUrl`. Give the address that `licet serve` prints, letter by letter: localhost is not 127.0.0.1.',
  invalid_client: 'The service knows no such `provider`. Give the one that `licet provider create` printed for it.',
  not_found: NO_SERVICE,
  method_not_allowed: NO_SERVICE,
  terms_changed:
    'The text that `terms` gives is not the one of the agreement. Give what `client.terms()` gives, byte for byte, or leave `terms` out.',
  unfilled_placeholder:
    'The text that `terms` gives still has a {{placeholder}}. Give what `client.terms()` gives, or leave `terms` out.',
  terms_unavailable:
    'The text that `terms` is to give did not load, or is empty. The cause, or the network log of the browser, has why.',
  license_expired: 'The `expiry` of the agreement has passed. Give a later one, or null.',
}
const told = new Set<ErrorCode>()

/**
 * Says on the console, once for each code, what to mend where an act failed because of the configuration: a person is told no more than that it
 * failed. A module of its own, so that only a failure loads it.
 */
export function tell(error: unknown): void {
  if (!isLicetError(error)) return
  const { code } = error
  const mend = MENDS[code]
  if (mend === undefined || told.has(code)) return
  told.add(code)
  // biome-ignore lint/suspicious/noConsole: the one place where a developer looks
  console.error(`Licet: ${code}. ${mend}`)
}
