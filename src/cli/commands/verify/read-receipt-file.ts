import type { JSONWebKeySet } from 'jose'
import { LicetError } from '../../../core/errors.ts'
import { isJsonObject, type JsonObject } from '../../../core/json.ts'
import type { License, LicenseRevocation } from '../../../core/license.ts'
import { isExtension, REQUEST_MEMBERS } from '../../../core/license-request.ts'
import { parseJson } from '../../../core/strict-json.ts'
import { type ReceiptLog, readReceiptLog } from '../../../log/verify-logged.ts'
import { parseLicense } from '../../../protocol/parse-license.ts'
import { parseKeySet } from '../../parse-key-set.ts'

const COMPACT_JWS = /^[\w-]+\.[\w-]+\.[\w-]+$/

/** The content of a receipt file. */
export interface ReceiptFile {
  /** Compact JWS. */
  readonly receipt: string
  /** The license of the receipt, if the file contains it. */
  readonly license?: License
  /** The keys of the service, if the file contains them. */
  readonly keys?: JSONWebKeySet
  /** The proof of the public log, if the file contains one. */
  readonly log?: ReceiptLog
  /** The names of the members that no check of `licet verify` reads. */
  readonly unknown: readonly string[]
}

/** The members of a record that `licet verify` knows, without the custom ones. */
const RECORD_MEMBERS: readonly string[] = [
  ...REQUEST_MEMBERS,
  'signature',
  'id',
  'providerId',
  'address',
  'termsHash',
  'timestamp',
  'status',
  'supersedes',
  'vouched',
  'endedBy',
  'receipt',
  'revocation',
  'pubKey',
  'signedBytes',
] satisfies (keyof License)[]

/** The members of a revocation without the device. */
const REVOCATION_MEMBERS: readonly string[] = [
  'requestedBy',
  'channel',
  'note',
  'timestamp',
  'receipt',
] satisfies (keyof LicenseRevocation)[]

/**
 * Parses a receipt file: the download of the kit (`{license, keys, log}`), a license record of the service, or a bare receipt.
 *
 * @throws {LicetError} `invalid_json`, `invalid_response`, `invalid_receipt`
 */
export function readReceiptFile(text: string): ReceiptFile {
  const trimmed = text.trim()
  if (COMPACT_JWS.test(trimmed)) return { receipt: trimmed, unknown: [] }
  if (trimmed.startsWith('<')) throw isPage()
  const value = parseJson(text.replace(/^\uFEFF/, ''))
  if (!isJsonObject(value)) throw noReceipt()
  if ('license' in value) {
    const license = parseLicense(value.license)
    const unknown = [...unknownMembers(value, ['license', 'keys', 'log']), ...unknownMembersOf(license)]
    return { receipt: license.receipt, license, unknown, ...keysOf(value), ...logOf(value) }
  }
  if ('terms' in value) {
    const license = parseLicense(value)
    return { receipt: license.receipt, license, unknown: unknownMembersOf(license) }
  }
  if (typeof value.receipt === 'string') {
    return { receipt: value.receipt, unknown: unknownMembers(value, ['receipt', 'keys', 'log']), ...keysOf(value), ...logOf(value) }
  }
  throw noReceipt()
}

function keysOf({ keys }: JsonObject): Pick<ReceiptFile, 'keys'> {
  const keySet = keys === undefined ? undefined : parseKeySet(keys)
  return keySet === undefined || keySet.keys.length === 0 ? {} : { keys: keySet }
}

function logOf({ log }: JsonObject): Pick<ReceiptFile, 'log'> {
  if (!isJsonObject(log)) return {}
  const read = readReceiptLog(log)
  if (read === undefined) throw noProof()
  return { log: read }
}

function unknownMembersOf(license: License): string[] {
  const ofRevocation = unknownMembers(license.revocation ?? {}, REVOCATION_MEMBERS).map((name) => `revocation.${name}`)
  return [...unknownMembers(license, RECORD_MEMBERS).filter((name) => !isExtension(name)), ...ofRevocation]
}

function unknownMembers(value: object, known: readonly string[]): string[] {
  return Object.keys(value).filter((name) => !known.includes(name))
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

function noProof(): LicetError<'invalid_proof'> {
  return new LicetError(
    'invalid_proof',
    'The member log of the file is not a proof of the public log. Nothing was checked. Download the receipt again.',
  )
}
