import type { JSONWebKeySet } from 'jose'
import { LicetError } from '../core/errors.ts'
import { isJsonObject, type JsonValue } from '../core/json.ts'

/**
 * Parses a key set (RFC 7517): `{keys: […]}` or the bare array.
 *
 * @throws {LicetError} `invalid_response` when the value is neither.
 */
export function parseKeySet(value: JsonValue): JSONWebKeySet {
  const keys = isJsonObject(value) ? value.keys : value
  if (!Array.isArray(keys) || !keys.every(isJsonObject)) {
    throw new LicetError(
      'invalid_response',
      'The key set has no list of keys (RFC 7517). Nothing was checked. Download it from the service, at /.well-known/jwks.json.',
    )
  }
  return { keys: keys.map((key) => ({ kty: '', ...key })) }
}
