import type { JSONWebKeySet } from 'jose'
import { LicetError } from '../../../core/errors.ts'
import { isJsonObject } from '../../../core/json.ts'
import type { License } from '../../../core/license.ts'
import { parseJson } from '../../../core/strict-json.ts'
import { parseLicense } from '../../../protocol/parse-license.ts'
import { parseKeySet } from '../../key-set.ts'

const COMPACT_JWS = /^[\w-]+\.[\w-]+\.[\w-]+$/

/** The content of a receipt file. */
export interface ReceiptFile {
  /** Compact JWS. */
  readonly receipt: string
  /** The license of the receipt, if the file contains it. */
  readonly license?: License
  /** The keys of the service, if the file contains them. */
  readonly keys?: JSONWebKeySet
}

/**
 * Parses a receipt file: the download of the kit (`{license, keys}`), a license record of the service, or a bare receipt.
 *
 * @throws {LicetError} `invalid_json`, `invalid_response`, `invalid_receipt`
 */
export function readReceiptFile(text: string): ReceiptFile {
  const trimmed = text.trim()
  if (COMPACT_JWS.test(trimmed)) return { receipt: trimmed }
  if (trimmed.startsWith('<')) throw isPage()
  const value = parseJson(text.replace(/^\uFEFF/, ''))
  if (!isJsonObject(value)) throw noReceipt()
  if ('license' in value) {
    const license = parseLicense(value.license)
    const keys = value.keys === undefined ? undefined : parseKeySet(value.keys)
    return { receipt: license.receipt, license, ...(keys === undefined || keys.keys.length === 0 ? {} : { keys }) }
  }
  if ('terms' in value) {
    const license = parseLicense(value)
    return { receipt: license.receipt, license }
  }
  if (typeof value.receipt === 'string') return { receipt: value.receipt }
  throw noReceipt()
}

function isPage(): LicetError<'invalid_receipt'> {
  return new LicetError(
    'invalid_receipt',
    'The file is a page (HTML), not JSON. Nothing was checked. ' +
      'Open the page in a browser: it verifies itself. For this command, download the receipt as JSON.',
  )
}

function noReceipt(): LicetError<'invalid_receipt'> {
  return new LicetError(
    'invalid_receipt',
    'The file contains no receipt. Nothing was checked. Use the downloaded receipt, or the license record as JSON.',
  )
}
