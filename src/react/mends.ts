import type { ErrorCode } from '../core/error-codes.ts'
import type { LicetError } from '../core/errors.ts'

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

/** What is wrong with a prop, and what mends it. */
const MISUSES = {
  locale: 'There are no words of this language, so they are English. Give `messages`, such as those of licet/locales/es.',
  usecase: 'ConsentGate waits for a use case that the agreement does not ask for, so it never opens.',
  form: 'TermsCheckbox stands in no form, so nothing is ever signed. Put it into the <form> that is sent.',
  date: 'TermsNotice is given no date in UTC. Give RFC 3339, such as 2027-01-31 or 2027-01-31T00:00:00Z.',
} as const

/** A wrong prop that is told of. */
export type Misuse = keyof typeof MISUSES

const told = new Set<string>()

/**
 * Says on the console, once for each code, what to mend where an act failed because of the configuration: a person is told no more than that it
 * failed. A module of its own, so that only a failure loads it.
 */
export function tell({ code }: LicetError): void {
  const mend = MENDS[code]
  if (mend !== undefined) say(code, mend)
}

/** Says on the console, once, what is wrong with a prop; the nearest of the known values, where there are any. */
export function tellMisuse(what: Misuse, value: string, known: readonly string[], near: string | undefined): void {
  const mend = near === undefined ? `Known: ${known.join(', ')}.` : `Did you mean ${near}?`
  say(`${what} ${JSON.stringify(value)}`, known.length > 0 ? `${MISUSES[what]} ${mend}` : MISUSES[what])
}

function say(what: string, mend: string): void {
  if (told.has(what)) return
  told.add(what)
  // biome-ignore lint/suspicious/noConsole: the one place where a developer looks
  console.error(`Licet: ${what}. ${mend}`)
}
