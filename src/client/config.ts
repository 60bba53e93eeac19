import { LicetError } from '../core/errors.ts'
import { hasLoneSurrogate } from '../core/json.ts'
import { ORIGIN } from '../core/license.ts'
import { MAX_ORIGIN_CHARS, MAX_PTR_CHARS } from '../core/limits.ts'
import { isBaseUrl } from '../core/url.ts'
import { type AgreementInput, type DefinedAgreement, defineAgreement } from '../terms/index.ts'
import { type Environment, type ResolvedEnvironment, resolveEnvironment } from './environment.ts'

/** Time in milliseconds that a request may take. */
export const DEFAULT_TIMEOUT_MS = 15_000

/** How long a refusal is remembered before the person may be asked again, in milliseconds: 12 months. */
export const DEFAULT_REASK_AFTER_MS = 365 * 86_400_000

// Told at once of another encoding or a line break that came along; the service is the judge of the rest.
const BASE64 = /^[A-Za-z0-9+/]+=*$/

/** What a {@link ServiceClient} is made from. */
export interface ServiceClientConfig extends Environment {
  /** Base address of the authorization host, an absolute http(s) URL. */
  readonly authUrl: string
  /** Base address of the license host. Default: `authUrl`. */
  readonly trailUrl?: string | undefined
  /** What tokens and receipts name as their issuer. Default: `authUrl`. */
  readonly issuer?: string | undefined
  /** The provider on whose behalf licenses are taken; `publicKey` is base64 SPKI DER and no secret. */
  readonly provider: { readonly id: string; readonly publicKey: string }
  /** The app that the data comes from, in reverse-DNS form: `com.example.app`. */
  readonly origin: string
  /** The app's own id of the person: the `ptr` of the license. One client serves one person; make another when the person changes. */
  readonly userId: string
  /** What people are asked for; the terms are written from it. */
  readonly agreement: AgreementInput
  /** Whether the device key is made ahead of the decision, when the page is idle. Nothing leaves the device for it. Default `key`. */
  readonly prewarm?: 'none' | 'key' | undefined
  /** How long a refusal is remembered, in milliseconds. Default: 12 months. */
  readonly reaskAfterMs?: number | undefined
  /** Time in milliseconds that each request may take. Default: 15,000. */
  readonly timeoutMs?: number | undefined
}

/** A configuration that was checked, with its defaults. */
export interface ResolvedConfig {
  readonly authUrl: string
  readonly trailUrl: string
  readonly issuer: string
  readonly provider: { readonly id: string; readonly publicKey: string }
  readonly origin: string
  readonly userId: string
  readonly agreement: DefinedAgreement
  readonly prewarm: 'none' | 'key'
  readonly reaskAfterMs: number
  readonly timeoutMs: number
  readonly environment: ResolvedEnvironment
}

/**
 * Checks a configuration and fills in its defaults.
 *
 * @throws {LicetError} `invalid_configuration` with the `field` at fault
 */
export function resolveConfig(config: ServiceClientConfig): ResolvedConfig {
  const authUrl = checkUrl('authUrl', config.authUrl)
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
  const { prewarm = 'key', reaskAfterMs = DEFAULT_REASK_AFTER_MS, timeoutMs = DEFAULT_TIMEOUT_MS } = config
  check('prewarm', prewarm === 'key' || prewarm === 'none', "'key' or 'none'")
  check('reaskAfterMs', reaskAfterMs >= 0, 'milliseconds, 0 or more')
  check('timeoutMs', timeoutMs > 0 && Number.isFinite(timeoutMs), 'milliseconds, more than 0')
  return {
    authUrl,
    trailUrl: checkUrl('trailUrl', config.trailUrl ?? authUrl),
    issuer: config.issuer ?? authUrl,
    provider: { id: provider.id, publicKey: provider.publicKey },
    origin,
    userId,
    agreement: defineAgreement(config.agreement),
    prewarm,
    reaskAfterMs,
    timeoutMs,
    environment: resolveEnvironment(config),
  }
}

/**
 * Checks a base address and returns it without a slash at its end.
 *
 * @throws {LicetError} `invalid_configuration`
 */
export function checkUrl(field: string, text: string): string {
  check(field, isBaseUrl(text), 'an absolute http(s) URL without blanks, user, query or fragment')
  return text.replace(/\/+$/, '')
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !hasLoneSurrogate(value) && !value.includes('\u0000')
}

function check(field: string, fits: boolean, expected: string): void {
  if (fits) return
  throw new LicetError(
    'invalid_configuration',
    `${field} is missing or of the wrong form. Without it no license can be made. Give ${expected}.`,
    { field },
  )
}
