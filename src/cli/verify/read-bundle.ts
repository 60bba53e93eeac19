import type { JSONWebKeySet } from 'jose'
import { LicetError } from '../../core/errors.ts'
import { isJsonObject, type JsonValue } from '../../core/json.ts'
import type { License } from '../../core/license.ts'
import { parseJson } from '../../core/strict-json.ts'
import { parseLicense } from '../../protocol/record.ts'

/** What a receipt file holds: the receipt, and perhaps the license it belongs to and keys to check it with. */
export interface ReceiptBundle {
  /** Compact JWS. */
  readonly receipt: string
  readonly license?: License
  readonly keys?: JSONWebKeySet
}

/**
 * Reads a receipt file: what the kit downloads (`{license, keys}`), a license record of the service, or a bare receipt.
 *
 * @throws {LicetError} `invalid_json`, `invalid_response`, `invalid_receipt`
 */
export function readBundle(text: string): ReceiptBundle {
  const bare = text.trim()
  if (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(bare)) return { receipt: bare }
  if (bare.startsWith('<')) throw isPage()
  const value = parseJson(text.replace(/^\uFEFF/, ''))
  if (!isJsonObject(value)) throw noReceipt()
  if ('license' in value) {
    const license = parseLicense(value.license)
    const keys = value.keys === undefined ? undefined : toKeySet(value.keys)
    return { receipt: license.receipt, license, ...(keys === undefined || keys.keys.length === 0 ? {} : { keys }) }
  }
  if ('terms' in value) {
    const license = parseLicense(value)
    return { receipt: license.receipt, license }
  }
  if (typeof value.receipt === 'string') return { receipt: value.receipt }
  throw noReceipt()
}

/**
 * Reads a key set, `{keys: […]}` or the bare array.
 *
 * @throws {LicetError} `invalid_response`
 */
export function toKeySet(value: JsonValue): JSONWebKeySet {
  const keys = isJsonObject(value) ? value.keys : value
  if (!Array.isArray(keys) || !keys.every(isJsonObject)) {
    throw new LicetError(
      'invalid_response',
      'The key set is none (RFC 7517). Nothing can be checked with it. Take it from the service, at /.well-known/jwks.json.',
    )
  }
  return { keys: keys.map((key) => ({ kty: '', ...key })) }
}

function isPage(): LicetError<'invalid_receipt'> {
  return new LicetError(
    'invalid_receipt',
    'The file is a page (HTML) and not the JSON. A receipt that was saved as a page checks itself when a browser opens it. ' +
      'To check it here, save the receipt as JSON and give that file.',
  )
}

function noReceipt(): LicetError<'invalid_receipt'> {
  return new LicetError(
    'invalid_receipt',
    'The file holds no receipt. There is nothing to check. Give the file that was downloaded, or the license record as JSON.',
  )
}
