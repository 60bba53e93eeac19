import { isJsonObject, type JsonObject } from '../../core/json.ts'
import type { License } from '../../core/license.ts'
import { parseLogKeys, vkeysOf } from '../../log/log-keys.ts'
import { parseCertificates } from '../../log/timestamp/certificate.ts'
import { type ReceiptLog, readReceiptLog } from '../../log/verify-logged.ts'

/** Public keys of a service, as its key set contains them. */
export type PublicKeys = readonly ({ readonly kty: string } & JsonObject)[]

/** What a receipt file contains. */
export interface DroppedReceipt {
  readonly receipt: string
  readonly license?: License | undefined
  readonly keys?: PublicKeys | undefined
  readonly log?: ReceiptLog | undefined
}

/** What a dropped file is: a receipt, the published keys of a service or of its log, or certificates of time-stamping authorities. */
export type Dropped =
  | { readonly kind: 'receipt'; readonly receipt: DroppedReceipt }
  | { readonly kind: 'keys'; readonly keys: PublicKeys }
  | { readonly kind: 'log-keys'; readonly logKeys: readonly string[] }
  | { readonly kind: 'certificates'; readonly certificates: string }

const COMPACT_JWS = /^[\w-]+\.[\w-]+\.[\w-]+$/

/** Reads a dropped file: a saved page, a receipt as JSON, a bare receipt, or published keys. `undefined` for anything else. */
export function readDropped(text: string): Dropped | undefined {
  const trimmed = text.trim()
  if (COMPACT_JWS.test(trimmed)) return { kind: 'receipt', receipt: { receipt: trimmed } }
  const value = parse(trimmed.startsWith('<') ? dataOf(trimmed) : trimmed)
  if (!isJsonObject(value)) return readCertificates(trimmed)
  const { license = value, keys, log, receipt } = value
  if (isJsonObject(license) && typeof license.receipt === 'string' && typeof license.terms === 'string') {
    // Only its members are compared, and each comparison fails for a value of another type.
    const known = license as unknown as License
    return { kind: 'receipt', receipt: { receipt: known.receipt, license: known, keys: toKeys(keys), log: readReceiptLog(log) } }
  }
  if (typeof receipt === 'string') return { kind: 'receipt', receipt: { receipt, keys: toKeys(keys), log: readReceiptLog(log) } }
  if (typeof value.origin === 'string') return readLogKeys(value)
  const found = toKeys(keys)
  return found && { kind: 'keys', keys: found }
}

/** Returns the data of a saved page. The page is not run. */
function dataOf(page: string): string {
  return new DOMParser().parseFromString(page, 'text/html').querySelector('#data')?.textContent ?? ''
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readCertificates(certificates: string): Dropped | undefined {
  try {
    return parseCertificates(certificates).length > 0 ? { kind: 'certificates', certificates } : undefined
  } catch {
    return undefined
  }
}

function readLogKeys(value: JsonObject): Dropped | undefined {
  try {
    return { kind: 'log-keys', logKeys: vkeysOf(parseLogKeys(value)) }
  } catch {
    return undefined
  }
}

function toKeys(value: unknown): PublicKeys | undefined {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isJsonObject)) return undefined
  return value.map((key) => ({ ...key, kty: String(key.kty) }))
}
