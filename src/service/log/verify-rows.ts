import { deriveAddress } from '../../core/address.ts'
import { isSame } from '../../core/is-same.ts'
import type { JsonObject } from '../../core/json.ts'
import { SUITE_HASH, utf8 } from '../../core/signature.ts'
import { parseTimestamp } from '../../core/timestamp.ts'
import type { ReceiptClaims } from '../../protocol/records/receipt.ts'
import { TOKEN_TYPES } from '../../protocol/token.ts'
import { findAmong, type TrustedKey } from '../backup/seal.ts'
import { equalBytes, readBase64 } from '../crypto/bytes.ts'
import type { ServiceCrypto } from '../crypto/service-crypto.ts'
import { toBase64Url } from '../crypto/standard-base64.ts'
import { toDeviceKey } from '../crypto/verifying-key.ts'
import { joinStoredRequest, parseStoredRequest } from '../licenses/stored-request.ts'
import { hashRequest } from '../licenses/verify-signature.ts'
import { GAPS_LISTED, type LogGap } from '../storage/log-gaps.ts'
import { listProvableRows, type ProvableRow, readDeviceKeys, readTexts } from '../storage/log-rows.ts'
import type { Sql } from '../storage/storage.ts'
import { type FindVerifier, verifyCompact } from '../tokens/compact-jws.ts'

/** Values of a license by the name of their column. */
type Columns = Readonly<Record<string, unknown>>

/** What {@link verifyRows} compares with. */
interface RowEvidence {
  readonly sql: Sql
  readonly crypto: ServiceCrypto
  /** The keys that may have signed receipts. */
  readonly signers: readonly TrustedKey[]
}

/**
 * Compares each license with what its device and the service have signed: its receipt, the request, the text of the terms, and the signature
 * of a device that is still registered.
 *
 * The public log contains the hashes of the receipts only. So this finds a column that was changed beside a receipt that was not, and a
 * license that nobody signed. Lists at most {@link GAPS_LISTED} differences.
 */
export async function verifyRows({ sql, crypto, signers }: RowEvidence): Promise<LogGap[]> {
  const gaps: LogGap[] = []
  const findVerifier = findAmong(signers, crypto)
  for await (const rows of listProvableRows(sql)) {
    const texts = await readTexts(sql, [...new Set(rows.map(({ termsHash }) => termsHash))])
    const keys = await readDeviceKeys(sql, [...new Set(rows.flatMap(({ address }) => address ?? []))])
    for (const row of rows) {
      const changes = [...(await compareReceipt(row, findVerifier)), ...(await compareRevocation(row, findVerifier))]
      if (row.address !== null) {
        const signed = readRequest(row, texts.get(row.termsHash) ?? '', crypto)
        changes.push(...compareRequest(row, signed))
        if (!(await isSignedByDevice(row, signed.bytes, keys.get(row.address), crypto))) changes.push('signature')
      }
      for (const what of changes) gaps.push({ kind: 'changed_row', epoch: null, index: null, what, licenseId: row.id })
      if (gaps.length >= GAPS_LISTED) return gaps.slice(0, GAPS_LISTED)
    }
  }
  return gaps
}

/** Returns the names of the columns that differ from what was signed. A value that is `undefined` or `null` must be absent. */
function differences(columns: Columns, signed: Columns): string[] {
  return Object.keys(columns).filter((name) => !isSame(columns[name] ?? undefined, signed[name] ?? undefined))
}

/** Returns the claims of a receipt by the columns that they prove. `undefined` when no trusted key signed it. */
async function readReceipt(receipt: string, findVerifier: FindVerifier): Promise<Columns | undefined> {
  const jws = await verifyCompact(receipt, TOKEN_TYPES.receipt, findVerifier)
  if (jws === undefined) return undefined
  const claims = jws.payload as unknown as ReceiptClaims
  return {
    ...{ id: claims.lic, provider_id: claims.prv, address: claims.sub, supersedes: claims.sup, vouched: claims.vch },
    ...{ request_hash: claims.req, terms_hash: claims.terms, status: claims.status, requested_by: claims.rby },
    ...{ channel: claims.chn, created: claims.iat, erased: claims.iat, at: claims.iat },
  }
}

/** Returns the columns of a license that differ from its receipt. */
async function compareReceipt(row: ProvableRow, findVerifier: FindVerifier): Promise<string[]> {
  const receipt = await readReceipt(row.receipt, findVerifier)
  return receipt === undefined ? ['receipt'] : differences({ ...claimsOf(row), ...claimsOfStatus(row) }, receipt)
}

/** Returns the columns that every receipt of a license proves. */
function claimsOf(row: ProvableRow): Columns {
  return {
    ...{ id: row.id, provider_id: row.providerId, address: row.address ?? '', supersedes: row.supersedes, vouched: row.vouched },
    ...{ request_hash: row.requestHash, terms_hash: row.termsHash },
  }
}

/** Returns the status of a license in its own receipt, and its time in whole seconds. */
function claimsOfStatus({ address, firstStatus, created, erased }: ProvableRow): Columns {
  if (address === null) return { status: 'erased', erased: Math.floor((erased ?? 0) / 1000) }
  return { status: firstStatus, created: Math.floor(created / 1000) }
}

/** Returns the columns of a revocation without the device that differ from its receipt. */
async function compareRevocation(row: ProvableRow, findVerifier: FindVerifier): Promise<string[]> {
  if (row.revocation === null) return []
  const { requestedBy, channel, at } = row.revocation
  const receipt = await readReceipt(row.revocation.receipt, findVerifier)
  const columns = { ...claimsOf(row), status: 'revoked', at, requested_by: requestedBy, channel }
  return (receipt === undefined ? ['receipt'] : differences(columns, receipt)).map((name) => `revocation: ${name}`)
}

/** A request as its device signed it. */
interface SignedRequest {
  /** The request with its text, in the serialisation of its suite. */
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly members: JsonObject
  /** SHA3-256 of each: the canonical request, and the text. */
  readonly requestHash: string
  readonly termsHash: string
}

const UNREADABLE: SignedRequest = { bytes: new Uint8Array(), members: {}, requestHash: '', termsHash: '' }

/** Puts the text into a request. Without hashes when it is not valid JSON, or not what its device signed. */
function readRequest(row: ProvableRow, text: string, crypto: ServiceCrypto): SignedRequest {
  try {
    const stored = joinStoredRequest(row, text)
    const members = parseStoredRequest(stored)
    const digest = hashRequest(crypto, members).digest
    const bytes = row.signedBytes === null ? stored : new Uint8Array(row.signedBytes)
    const isSigned = bytes === stored || equalBytes(hashRequest(crypto, parseStoredRequest(bytes)).digest, digest)
    const requestHash = isSigned ? toBase64Url(digest) : ''
    return { bytes, members, requestHash, termsHash: toBase64Url(crypto.sha3(utf8(text))) }
  } catch {
    return UNREADABLE
  }
}

/** Returns the columns that differ from the signed request. */
function compareRequest(row: ProvableRow, { members, requestHash, termsHash }: SignedRequest): string[] {
  const { ptr, uses, expiry } = members
  if (requestHash !== row.requestHash || termsHash !== row.termsHash) return ['request']
  return differences(
    { ptr: row.ptr, uses: row.uses, expiry: row.expiry },
    { ptr, uses, expiry: typeof expiry === 'string' ? parseTimestamp(expiry) : undefined },
  )
}

/** Returns whether the device of a license signed it. A device whose registration was deleted no longer has a key. */
async function isSignedByDevice(
  { address, suite, signature }: ProvableRow,
  bytes: Uint8Array<ArrayBuffer>,
  spki: Uint8Array<ArrayBuffer> | undefined,
  crypto: ServiceCrypto,
): Promise<boolean> {
  if (spki === undefined) return true
  const decoded = readBase64(signature)
  if (decoded === undefined || deriveAddress(spki, crypto.sha3) !== address) return false
  const signed = suite === 'licet-1' ? crypto.sha3(bytes) : bytes
  return crypto.verifyRsa(toDeviceKey(spki), SUITE_HASH[suite], signed, decoded)
}
