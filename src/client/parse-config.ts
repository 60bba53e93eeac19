import { LicetError } from '../core/errors.ts'
import { hasLoneSurrogate } from '../core/json.ts'
import { ORIGIN } from '../core/license-request.ts'
import { MAX_ORIGIN_CHARS, MAX_PTR_CHARS } from '../core/limits.ts'
import { isBaseUrl, trimSlashes } from '../core/url.ts'
import type { AnyClientConfig, CheckedAgreement, ParsedConfig } from './config.ts'
import { DEFAULT_PREWARM, DEFAULT_REASK_AFTER_MS, DEFAULT_REFRESH_AFTER_MS, DEFAULT_TIMEOUT_MS } from './defaults.ts'
import { resolveEnvironment } from './environment.ts'
import { keepsMark } from './record/answer-mark.ts'
import { toFingerprint } from './record/fingerprint.ts'

// Catches base64url and pasted line breaks early. The service checks the key itself.
const BASE64 = /^[A-Za-z0-9+/]+=*$/

/**
 * Checks a configuration, but for its agreement, and fills in the defaults.
 *
 * @throws {LicetError} `invalid_configuration` with the `field`
 */
export function parseConfig(config: AnyClientConfig, checked: CheckedAgreement): ParsedConfig {
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
  const { prewarm = DEFAULT_PREWARM, timeoutMs = DEFAULT_TIMEOUT_MS } = config
  const { reaskAfterMs = DEFAULT_REASK_AFTER_MS, refreshAfterMs = DEFAULT_REFRESH_AFTER_MS } = config
  check('prewarm', prewarm === 'key' || prewarm === 'none', "'key' or 'none'")
  check('reaskAfterMs', reaskAfterMs >= 0, 'milliseconds, 0 or more')
  check('refreshAfterMs', refreshAfterMs >= 0, 'milliseconds, 0 or more')
  check('timeoutMs', timeoutMs > 0 && Number.isFinite(timeoutMs), 'milliseconds, more than 0')
  const trailUrl = parseBaseUrl('trailUrl', config.trailUrl ?? authUrl)
  return {
    authUrl,
    trailUrl,
    issuer: config.issuer ?? authUrl,
    provider: { id: provider.id, publicKey: provider.publicKey },
    origin,
    userId,
    identity,
    ...checked,
    prewarm,
    keepsMark: keepsMark(config),
    reaskAfterMs,
    refreshAfterMs,
    timeoutMs,
    environment: resolveEnvironment(config),
    fingerprint: () => toFingerprint(config),
  }
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
