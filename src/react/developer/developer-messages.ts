import type { ErrorCode } from '../../core/error-codes.ts'
import type { LicetError } from '../../core/errors.ts'

const NO_SERVICE =
  'No license service responds at `authUrl` or `trailUrl`. Nothing was stored there. Set them to the address that `licet serve` prints.'

const UNREACHABLE =
  'The service at `authUrl` does not respond. The decision is kept on this device, and the person reads that it waits for the network. Start the service, or set `authUrl` to the address that `licet serve` prints.'

/** Where the pages of the documentation are: the package contains them. */
const DOCS = 'node_modules/licet/docs/'

/** How a developer fixes the errors that the configuration causes, by error code. `docs/reference/errors.md` lists all codes. */
const FIXES: Partial<Readonly<Record<ErrorCode, string>>> = {
  invalid_configuration:
    'The service reports another issuer than `authUrl`. Nothing was stored. Set `authUrl` to the address that `licet serve` prints, letter by letter: localhost is not 127.0.0.1.',
  invalid_client:
    'The service does not know this `provider`. Nothing was stored. Set `provider` to the values that `licet provider create` printed.',
  identity_required:
    'The provider has the setting requireIdentity. Nothing was stored. Pass an identity token of your backend as `config.identity`, for the same person as `userId`.',
  identity_unavailable:
    '`config.identity` returned no token. The decision is kept on this device. Check the route of your app that calls createIdentityToken().',
  invalid_identity:
    'The service refuses the identity token. Nothing was stored. Create it with createIdentityToken(), for the same person as `userId` and the same provider.',
  identity_expired:
    'The identity token is too old. The decision is kept on this device. Pass a function as `config.identity`, and let no cache keep its response.',
  identity_replayed:
    'Another device has used this identity token. The decision is kept on this device. Create a token for each request, and let no cache keep the response.',
  identity_clock_skew:
    'The clock of your backend is ahead of the clock of the service. The decision is kept on this device. Set the clock of your backend.',
  identity_wrong_audience:
    'The identity token is for another service. Nothing was stored. Set LICET_AUTH_URL of your backend to the `authUrl` of the client.',
  identity_key_unknown:
    'The provider does not know the key of the identity token. Nothing was stored. Create one with `licet identity-key create`, and set LICET_IDENTITY_KEY of your backend.',
  network_error: UNREACHABLE,
  timeout: UNREACHABLE,
  not_found: NO_SERVICE,
  method_not_allowed: NO_SERVICE,
  terms_unavailable:
    'The text of `agreement.terms` did not load. Nobody can agree to it. Look at `cause` of the error, or at the network log of the browser.',
  license_expired: 'The `expiry` of the agreement is in the past. Nobody can agree to it. Set a later date, or null.',
}

const ALTERED =
  'Accept works only while Decline, the facts and the notice are as the kit shows them. Look for rules with !important, an id or a style attribute that match them. To change both buttons, set the variables --licet-color-decision-*.'

/** The errors of a service that does not respond. */
const UNREACHABLE_CODES: ReadonlySet<ErrorCode> = new Set(['network_error', 'timeout'])

/** What is wrong with the use of a prop, what it means, and how to fix it. */
const MISUSES = {
  locale:
    'Licet has no words in this language. The interface is in English. Pass a catalog in `messages`, or a `locale` that Licet has.',
  expiry:
    'The end date of the agreement changed twice within a minute, and nothing else did: it is computed from the clock in each render. Each date is another agreement, so Licet keeps the last one. Set `expiry` to a duration such as { months: 12 }, which counts from the day of the decision.',
  usecase: 'The agreement does not ask for this use case. The ConsentGate never opens. Use one of the agreement’s purposes.',
  destination:
    'No purpose of the agreement names this destination for the use case. The ConsentGate never opens. Add it to the `destinations` of the purpose, or remove it from the gate.',
  surface: 'ConsentScreen has no such surface. It is shown on the page, and opens nothing. Pass one that it has.',
  form: 'This TermsCheckbox is outside of a form. No license is ever signed. Move it into the <form> that is sent.',
  terms:
    'The styles of this element hide the terms on screen, or change how they read. Nobody can agree to them. Remove its clip-path, mask, filter, opacity, overflow, transform, text before or after it, or change of direction. For round corners, use border-radius.',
  date: 'This date of TermsNotice is not a date in UTC. The notice shows another day, or none. Use RFC 3339, such as 2027-01-31 or 2027-01-31T00:00:00Z.',
} as const

/** A mistake in the use of a prop. */
export type Misuse = keyof typeof MISUSES

/** The section of the documentation about each mistake. */
const PAGES: Readonly<Record<Misuse, string>> = {
  locale: 'guides/setup-messages.md#the-language-has-no-texts',
  expiry: 'guides/setup-messages.md#the-end-date-changes-in-each-render',
  usecase: 'guides/setup-messages.md#a-gate-never-opens',
  destination: 'guides/setup-messages.md#a-gate-never-opens',
  surface: 'guides/consent-screen.md#choose-a-surface',
  form: 'guides/setup-messages.md#a-checkbox-is-outside-a-form',
  terms: 'guides/consent-screen.md#what-has-to-be-on-screen',
  date: 'guides/setup-messages.md#a-date-of-a-notice-is-not-in-utc',
}

const printed = new Set<string>()
let addresses = ''

/** Remembers that page and service are on this machine under two names, which is only worth reporting when the service does not respond. */
export function rememberAddresses(page: string, service: string): void {
  addresses = ` This page is on ${page} and \`authUrl\` is ${service}: on some machines localhost and 127.0.0.1 lead to different programs. Use the same name in both.`
}

/**
 * Prints, once for each error code, how to fix an error of the configuration. The person sees only that something failed.
 *
 * This module is separate so that only a failure loads it.
 */
export function explain({ code, message, field }: LicetError): void {
  if (field?.startsWith('terms')) print(code, message, 'guides/own-contract.md#what-the-text-may-contain')
  if (code === 'decision_obscured' && field !== undefined)
    print(message.replace(/\.$/, ''), ALTERED, 'guides/consent-screen.md#the-choice-has-to-be-equal')
  const fix = FIXES[code]
  if (fix === undefined) return
  // The message contains the addresses that differ.
  const more = code === 'invalid_configuration' ? ` ${message}` : UNREACHABLE_CODES.has(code) ? addresses : ''
  print(code, fix + more, `reference/errors.md#${code}`)
}

/** Prints once what is wrong with the page, and where the documentation explains it. `page` is a path in `docs`. */
export function printHint(subject: string, text: string, page: string): void {
  print(subject, text, page)
}

/** Prints once what is wrong with a prop, with the nearest known value or all of them. */
export function printMisuse(misuse: Misuse, value: string, known: readonly string[], nearest: string | undefined): void {
  const hint = nearest === undefined ? `Known: ${known.join(', ')}.` : `Did you mean ${nearest}?`
  print(
    value === '' ? misuse : `${misuse} ${JSON.stringify(value)}`,
    known.length > 0 ? `${MISUSES[misuse]} ${hint}` : MISUSES[misuse],
    PAGES[misuse],
  )
}

/** Prints a message once for each subject, with the section of the documentation: a path in `docs`, with its anchor. */
export function print(subject: string, text: string, page: string): void {
  if (printed.has(subject)) return
  printed.add(subject)
  // biome-ignore lint/suspicious/noConsole: developers look here first
  console.error(`Licet: ${subject}. ${text} See ${DOCS}${page}`)
}
