import type { JSONWebKeySet } from 'jose'
import { parseLogKeys, vkeysOf } from '../../../log/log-keys.ts'
import { LOG_PATHS } from '../../../log/log-paths.ts'
import { AUTH_PATHS } from '../../../protocol/paths.ts'
import { parseKeySet } from '../../parse-key-set.ts'
import { loadPublished } from './load-published.ts'

/**
 * Loads the key set of `--keys`.
 *
 * @throws {UsageError | LicetError} like {@link loadPublished}, and `invalid_response` for JSON that is no key set
 */
export async function loadKeys(source: string): Promise<JSONWebKeySet> {
  return parseKeySet(await loadPublished(source, { option: '--keys', what: 'key set', path: AUTH_PATHS.jwks }))
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
