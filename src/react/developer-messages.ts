import type { ErrorCode } from '../core/error-codes.ts'
import type { LicetError } from '../core/errors.ts'

const NO_SERVICE =
  'No license service responds at `authUrl` or `trailUrl`. Nothing was stored there. Set them to the address that `licet serve` prints.'

/** How a developer fixes the errors that the configuration causes, by error code. `docs/reference/errors.md` lists all codes. */
const FIXES: Partial<Readonly<Record<ErrorCode, string>>> = {
  invalid_configuration:
    'The service reports another issuer than `authUrl`. Nothing was stored. Set `authUrl` to the address that `licet serve` prints, letter by letter: localhost is not 127.0.0.1.',
  invalid_client:
    'The service does not know this `provider`. Nothing was stored. Set `provider` to the values that `licet provider create` printed.',
  not_found: NO_SERVICE,
  method_not_allowed: NO_SERVICE,
  terms_changed:
    'The text that `terms` returns is not the text of the agreement. Nobody can agree to it. Return the result of `client.terms()`, byte for byte, or remove `terms`.',
  unfilled_placeholder:
    'The text that `terms` returns contains a {{placeholder}}. Nobody can agree to it. Return the result of `client.terms()`, or remove `terms`.',
  terms_unavailable:
    'The text of `terms` did not load, or is empty. Nobody can agree to it. Look at `cause` of the error, or at the network log of the browser.',
  license_expired: 'The `expiry` of the agreement is in the past. Nobody can agree to it. Set a later date, or null.',
}

/** What is wrong with the use of a prop, what it means, and how to fix it. */
const MISUSES = {
  locale:
    'Licet has no words in this language. The interface is in English. Pass a catalog in `messages`, or a `locale` that Licet has.',
  usecase: 'The agreement does not ask for this use case. The ConsentGate never opens. Use one of the agreement’s purposes.',
  form: 'This TermsCheckbox is outside of a form. No license is ever signed. Move it into the <form> that is sent.',
  terms:
    'The styles of this element hide the terms on screen, or change how they read. Nobody can agree to them. Remove its clip-path, mask, filter, opacity, overflow, transform, text before or after it, or change of direction. For round corners, use border-radius.',
  date: 'This date of TermsNotice is not a date in UTC. The notice shows another day, or none. Use RFC 3339, such as 2027-01-31 or 2027-01-31T00:00:00Z.',
} as const

/** A mistake in the use of a prop. */
export type Misuse = keyof typeof MISUSES

const printed = new Set<string>()

/**
 * Prints, once for each error code, how to fix an error of the configuration. The person sees only that something failed.
 *
 * This module is separate so that only a failure loads it.
 */
export function explain({ code }: LicetError): void {
  const fix = FIXES[code]
  if (fix !== undefined) print(code, fix)
}

/** Prints once what is wrong with a prop, with the nearest known value or all of them. */
export function printMisuse(misuse: Misuse, value: string, known: readonly string[], nearest: string | undefined): void {
  const hint = nearest === undefined ? `Known: ${known.join(', ')}.` : `Did you mean ${nearest}?`
  print(`${misuse} ${JSON.stringify(value)}`, known.length > 0 ? `${MISUSES[misuse]} ${hint}` : MISUSES[misuse])
}

function print(subject: string, text: string): void {
  if (printed.has(subject)) return
  printed.add(subject)
  // biome-ignore lint/suspicious/noConsole: developers look here first
  console.error(`Licet: ${subject}. ${text}`)
}
