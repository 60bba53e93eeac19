import { LicetError } from '../core/errors.ts'
import { hasLoneSurrogate } from '../core/json.ts'
import { ORIGIN } from '../core/license-request.ts'
import { MAX_ORIGIN_CHARS, MAX_PTR_CHARS } from '../core/limits.ts'
import { isBaseUrl, trimSlashes } from '../core/url.ts'
import { type AgreementInput, compileTerms, type DefinedAgreement, defineAgreement } from '../terms/index.ts'
import { type Environment, type ResolvedEnvironment, resolveEnvironment } from './environment.ts'
import { toFingerprint } from './reader/fingerprint.ts'
import { DEFAULT_REFRESH_AFTER_MS } from './reader/license-reader.ts'

/** Default time limit of a request, in milliseconds. */
export const DEFAULT_TIMEOUT_MS = 15_000

/** Default time in milliseconds before a person who declined may be asked again: 12 months. */
export const DEFAULT_REASK_AFTER_MS = 365 * 86_400_000

// Catches base64url and pasted line breaks early. The service checks the key itself.
const BASE64 = /^[A-Za-z0-9+/]+=*$/

/** The configuration of a {@link ServiceClient}. */
export interface ServiceClientConfig extends Environment {
  /** Base URL of the authorization host, absolute, http or https. */
  readonly authUrl: string
  /** Base URL of the license host. Default: `authUrl`. */
  readonly trailUrl?: string | undefined
  /** Issuer that tokens and receipts must name. Default: `authUrl`. */
  readonly issuer?: string | undefined
  /** The provider that licenses are granted to. `publicKey` is base64 SPKI DER. It is not a secret. */
  readonly provider: { readonly id: string; readonly publicKey: string }
  /** The app that the data comes from, as a reverse-DNS name: `com.example.app`. */
  readonly origin: string
  /** Your own id of the person, stored as `ptr` in the license. One client serves one person: create another client for another person. */
  readonly userId: string
  /**
   * An identity token of the person, which your backend makes with `createIdentityToken()` of `licet/server`, or a function that fetches one.
   * The client asks for it when the person decides, and the service then confirms that the license is of this person. A function is best: a
   * token is valid for a few minutes.
   */
  readonly identity?: string | (() => string | Promise<string>) | undefined
  /** What the person is asked to agree to. The terms are written from it. */
  readonly agreement: AgreementInput
  /**
   * Whether the device key is created before the decision, while the page is idle. It stays on the device until then.
   * Default: `key`. With `none`, the first decision creates it.
   */
  readonly prewarm?: 'none' | 'key' | undefined
  /** Time in milliseconds before a person who declined is asked again. Default: 12 months. */
  readonly reaskAfterMs?: number | undefined
  /**
   * Time in milliseconds after which the client fetches its license from the service again, in the background while the page is idle. It
   * then finds out about a withdrawal or erasure that was made elsewhere. Default: 24 hours. `Infinity` never fetches it.
   */
  readonly refreshAfterMs?: number | undefined
  /** Time limit of each request, in milliseconds. Default: 15,000. */
  readonly timeoutMs?: number | undefined
}

/** A checked configuration with its defaults and the text of its terms. */
export interface ParsedConfig {
  readonly authUrl: string
  readonly trailUrl: string
  readonly issuer: string
  readonly provider: { readonly id: string; readonly publicKey: string }
  readonly origin: string
  readonly userId: string
  readonly identity: ServiceClientConfig['identity']
  readonly agreement: DefinedAgreement
  /** The text that is shown and signed, in Markdown. */
  readonly terms: string
  readonly prewarm: 'none' | 'key'
  readonly reaskAfterMs: number
  readonly refreshAfterMs: number
  readonly timeoutMs: number
  readonly environment: ResolvedEnvironment
  /** See `toFingerprint()`. */
  readonly fingerprint: () => Promise<string | undefined>
}

/**
 * Checks a configuration, fills in its defaults and compiles its terms, unless they are `compiled` already.
 *
 * @throws {LicetError} `invalid_configuration` with the `field`; `unfilled_placeholder` and `invalid_template` for a template that does not fit
 */
export function parseConfig(config: ServiceClientConfig, compiled?: Pick<ParsedConfig, 'agreement' | 'terms'>): ParsedConfig {
  const authUrl = parseBaseUrl('authUrl', config.authUrl)
  const { provider, origin, userId } = config
  check('provider.id', isText(provider?.id), 'the id that `licet provider create` printed')
  check(
    'provider.publicKey',
    isText(provider.publicKey) && BASE64.test(provider.publicKey),
    'the key that `licet provider create` printed',
  )
  check(
    'origin',
    isText(origin) && origin.length <= MAX_ORIGIN_CHARS && ORIGIN.test(origin),
    'a reverse-DNS name such as com.example.app',
  )
  check('userId', isText(userId) && userId.length <= MAX_PTR_CHARS, `your own id of the person, 1 to ${MAX_PTR_CHARS} characters`)
  const { identity } = config
  check('identity', identity === undefined || isText(identity) || typeof identity === 'function', 'a text or a function')
  const { prewarm = 'key', reaskAfterMs = DEFAULT_REASK_AFTER_MS, timeoutMs = DEFAULT_TIMEOUT_MS } = config
  const { refreshAfterMs = DEFAULT_REFRESH_AFTER_MS } = config
  check('prewarm', prewarm === 'key' || prewarm === 'none', "'key' or 'none'")
  check('reaskAfterMs', reaskAfterMs >= 0, 'milliseconds, 0 or more')
  check('refreshAfterMs', refreshAfterMs >= 0, 'milliseconds, 0 or more')
  check('timeoutMs', timeoutMs > 0 && Number.isFinite(timeoutMs), 'milliseconds, more than 0')
  const trailUrl = parseBaseUrl('trailUrl', config.trailUrl ?? authUrl)
  const { agreement, terms } = compiled ?? compileAgreement(config)
  return {
    authUrl,
    trailUrl,
    issuer: config.issuer ?? authUrl,
    provider: { id: provider.id, publicKey: provider.publicKey },
    origin,
    userId,
    identity,
    agreement,
    terms,
    prewarm,
    reaskAfterMs,
    refreshAfterMs,
    timeoutMs,
    environment: resolveEnvironment(config),
    fingerprint: () => toFingerprint(config),
  }
}

function compileAgreement(config: ServiceClientConfig): Pick<ParsedConfig, 'agreement' | 'terms'> {
  const agreement = defineAgreement(config.agreement)
  return { agreement, terms: compileTerms(agreement) }
}

/**
 * Checks a base URL and returns it without a trailing slash.
 *
 * @throws {LicetError} `invalid_configuration` with the `field`
 */
export function parseBaseUrl(field: string, text: string): string {
  check(field, isBaseUrl(text), 'an absolute http(s) URL without spaces, user, query or fragment')
  return trimSlashes(text)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !hasLoneSurrogate(value) && !value.includes('\u0000')
}

function check(field: string, isValid: boolean, expected: string): void {
  if (isValid) return
  throw new LicetError(
    'invalid_configuration',
    `\`${field}\` is missing or invalid. No license can be created without it. Use ${expected}.`,
    {
      field,
    },
  )
}
