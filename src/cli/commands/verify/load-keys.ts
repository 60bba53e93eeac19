import type { JSONWebKeySet } from 'jose'
import { LicetError } from '../../../core/errors.ts'
import { parseLogKeys, vkeysOf } from '../../../log/log-keys.ts'
import { LOG_PATHS } from '../../../log/log-paths.ts'
import { AUTH_PATHS } from '../../../protocol/paths.ts'
import type { TrustedKey } from '../../../service/backup/seal.ts'
import { parseKeySet } from '../../parse-key-set.ts'
import { loadPublished } from './load-published.ts'

/**
 * Loads the key set of `--keys`.
 *
 * @throws {UsageError | LicetError} like {@link loadPublished}, and `invalid_response` for JSON that is no key set, or a key set without a key
 *   that a service can sign with
 */
export async function loadKeys(source: string): Promise<JSONWebKeySet> {
  const keys = parseKeySet(await loadPublished(source, { option: '--keys', what: 'key set', path: AUTH_PATHS.jwks }))
  if (toTrustedKeys(keys).length > 0) return keys
  throw new LicetError(
    'invalid_response',
    'The key set has no public key of the curve P-256 with a `kid`, so no service can have signed with it. Nothing was checked. ' +
      'Download it from the service, at /.well-known/jwks.json.',
  )
}

/** Returns the keys of a key set that can sign for a service. */
export function toTrustedKeys({ keys }: JSONWebKeySet): TrustedKey[] {
  return keys.flatMap(({ kid, kty, crv, x, y }) =>
    kty === 'EC' && crv === 'P-256' && kid !== undefined && x !== undefined && y !== undefined
      ? [{ kid, kty: 'EC' as const, crv, x, y }]
      : [],
  )
}

/**
 * Loads the keys of `--log-keys`, one line each.
 *
 * @throws {UsageError | LicetError} like {@link loadPublished}, and `invalid_proof` for JSON that is no list of log keys
 */
export async function loadLogKeys(source: string): Promise<readonly string[]> {
  return vkeysOf(
    parseLogKeys(await loadPublished(source, { option: '--log-keys', what: 'list of log keys', path: LOG_PATHS.keys })),
  )
}
