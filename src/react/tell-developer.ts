import type { ErrorCode } from '../core/error-codes.ts'
import type { LicetError } from '../core/errors.ts'

const NOT_THE_SERVICE =
  'What answers at `authUrl` or `trailUrl` is not a Licet service. Give the address that `licet serve` prints.'

/** What mends the refusals that come of the app's own configuration. */
const MENDS: Partial<Readonly<Record<ErrorCode, string>>> = {
  invalid_configuration:
    'The service names itself otherwise than `authUrl`. Give `authUrl` the address that `licet serve` prints, letter by letter: localhost is not 127.0.0.1. Or give `issuer` that name.',
  invalid_client:
    'The service at `authUrl` knows no such provider. Give `provider` the id and publicKey that `licet provider create` printed for that service.',
  not_found: NOT_THE_SERVICE,
  method_not_allowed: NOT_THE_SERVICE,
  license_expired: 'The `expiry` of the agreement has passed. Give a later one, or null.',
}
const told = new Set<ErrorCode>()

/**
 * Says on the console, once for each code, what to mend where an act failed because of the configuration: a person is told no more than that it
 * failed. A module of its own, so that only a failure loads it.
 */
export function tellDeveloper({ code }: LicetError): void {
  const mend = MENDS[code]
  if (mend === undefined || told.has(code)) return
  told.add(code)
  // biome-ignore lint/suspicious/noConsole: the one place where a developer looks
  console.error(`Licet: ${code}. ${mend}`)
}
