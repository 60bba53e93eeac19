import type { JSONWebKeySet } from 'jose'
import { toBase64Url } from '../../core/base64.ts'
import { isLicetError } from '../../core/errors.ts'
import { isJsonObject } from '../../core/json.ts'
import type { License } from '../../core/license.ts'
import { MAX_PROOF_BYTES } from '../../core/limits.ts'
import type { Bytes } from '../../log/bytes.ts'
import { verifiedLicenseShape } from '../../protocol/guards.ts'
import { parseLicense } from '../../protocol/parse-license.ts'
import { TRAIL_PATHS } from '../../protocol/paths.ts'
import type { VerifiedLicense } from '../../protocol/records/license-operations.ts'
import type { ReceiptClaims } from '../../protocol/records/receipt.ts'
import { TOKEN_TYPES } from '../../protocol/token.ts'
import type { ParsedConfig } from '../config.ts'
import { invalidResponse } from '../http/http-error.ts'
import {
  encodeMembers,
  type HttpOptions,
  type HttpRequest,
  type HttpResponse,
  readJson,
  readResponse,
  sendRequest,
} from '../http/send-request.ts'
import { clearedError } from '../local-errors.ts'
import type { DeviceStore } from '../record/device-store.ts'
import { type DeviceKey, type OutboxEntry, requestOf } from '../record/stored-device.ts'
import { hashText } from '../sha3.ts'
import { KeySet } from '../tokens/key-set.ts'
import { TokenClient } from '../tokens/token-client.ts'
import { JwtError } from '../tokens/verify-jwt.ts'
import { readReceipt } from '../verify-receipt.ts'
import { assertReceipt, assertRecord, assertRevocation, digestOf, toSignedBody } from './check-record.ts'
import { verifyBytes } from './device-key.ts'
import { DeviceSession, type Registration } from './device-session.ts'
import type { Delivered } from './outbox.ts'

/** The requests of this device to the license host. Checks every response against what the device signed. */
export class LicenseApi {
  readonly #config: ParsedConfig
  readonly #store: DeviceStore
  readonly #session: DeviceSession
  readonly #keySet: KeySet
  readonly #http: HttpOptions
  readonly #subtle: SubtleCrypto

  /** `signal` aborts when the client closes. */
  constructor(config: ParsedConfig, store: DeviceStore, subtle: SubtleCrypto, signal: AbortSignal) {
    const { environment, timeoutMs, authUrl, issuer } = config
    this.#config = config
    this.#store = store
    this.#subtle = subtle
    this.#http = { ...environment, timeoutMs }
    this.#keySet = new KeySet(this.#http, authUrl, signal)
    const tokens = new TokenClient({ http: this.#http, authUrl, issuer, keySet: this.#keySet })
    this.#session = new DeviceSession(config, store, tokens, subtle, signal)
  }

  /** Sends the signed bytes of an entry, and checks that the returned license equals the signed request. */
  send(entry: OutboxEntry, signal: AbortSignal): Promise<Delivered> {
    return this.#send(entry, entry.kind === 'create' ? 'vouched' : 'known', signal)
  }

  /**
   * Sends the signed bytes of a confirmed decision again, to a service that lost it: its database was restored from an older backup.
   *
   * @throws {LicetError} `erased` when the service erased the decision; otherwise like {@link send}
   */
  sendAgain(license: License, signal: AbortSignal): Promise<Delivered> {
    return this.#send({ id: toBase64Url(digestOf(license)), body: toSignedBody(license) }, 'known', signal)
  }

  async #send(entry: Pick<OutboxEntry, 'id' | 'body'>, required: Registration, signal: AbortSignal): Promise<Delivered> {
    const { key } = this.#store.device
    // `clear()` has deleted the key and the entry meanwhile.
    if (key === undefined) throw clearedError()
    const request = requestOf(entry)
    // A power cut can restore an entry that was delivered. If its license has ended since, the refusal contains the license.
    const post = { method: 'POST', url: TRAIL_PATHS.createLicense, json: entry.body, expected: 'license_ended' } as const
    const pending = this.#call(post, key, signal, required)
    // In parallel with the request: everything that verifying its response needs.
    this.#keySet.load().catch(() => {})
    const termsHash = hashText(request.terms)
    const response = await pending
    const body = readJson(response)
    const license = parseLicense(response.status === 409 && isJsonObject(body) ? body.license : body)
    assertRecord(license, { request, termsHash, providerId: this.#config.provider.id, address: key.address })
    const receipt = await this.#checkReceipt(license, entry.id).catch((error: unknown) => {
      // Temporary: after a key rotation, the new key may not be published everywhere yet.
      throw isUnknownKey(error) ? invalidResponse(200, 'contains a receipt with an unpublished key', error) : error
    })
    return { license, receipt, skewMs: response.skewMs }
  }

  /** Asks the service whether the license of this device permits a use. Returns `undefined` when the service does not know this device. */
  async verifyUse(
    use: { readonly usecase: string; readonly destination: string },
    signal: AbortSignal,
  ): Promise<VerifiedLicense | undefined> {
    const { usecase, destination } = use
    const json = JSON.stringify({ usecase, destination })
    const response = await this.#query({ method: 'POST', url: TRAIL_PATHS.verifyLicense, json }, signal)
    return response && readResponse(response, verifiedLicenseShape)
  }

  /** Fetches the newest license of this device. The request contains the identity of the newest license that this device knows. */
  async fetchNewest(signal: AbortSignal): Promise<Delivered | undefined> {
    const { key, license: known } = this.#store.device
    const query = encodeMembers({ limit: 1, newest: known && toBase64Url(digestOf(known)) })
    const response = await this.#query({ method: 'GET', url: `${TRAIL_PATHS.licenses}?${query}` }, signal)
    if (response === undefined || key === undefined) return undefined
    const page = readJson(response)
    const records = Array.isArray(page) ? page : isJsonObject(page) ? page.licenses : undefined
    if (!Array.isArray(records)) throw invalidResponse(response.status, 'is not a list of licenses')
    if (records[0] === undefined) return undefined
    const license = parseLicense(records[0])
    const isSignedHere =
      license.address === key.address &&
      license.providerId === this.#config.provider.id &&
      license.termsHash === hashText(license.terms) &&
      (await verifyBytes(this.#subtle, key, digestOf(license), license.signature))
    if (!isSignedHere) throw invalidResponse(response.status, 'contains a license that this device did not sign')
    return { license, receipt: await this.#verifyReceipt(license) }
  }

  /** Fetches the proof that the public log contains a license, as text. `undefined` when the service does not know this device. */
  async fetchProof(licenseId: string, signal: AbortSignal): Promise<string | undefined> {
    const response = await this.#query(
      { method: 'GET', url: TRAIL_PATHS.licenseProof(licenseId), maxBytes: MAX_PROOF_BYTES },
      signal,
    )
    return response && new TextDecoder('utf-8', { fatal: true }).decode(response.body)
  }

  /** Fetches a public file of the log. The request contains nothing about the person or the device. */
  async fetchLogFile(path: string, limits: Pick<HttpRequest, 'cache' | 'maxBytes'>, signal: AbortSignal): Promise<Bytes> {
    const { body } = await sendRequest(this.#http, { method: 'GET', url: this.#config.trailUrl + path, ...limits, signal })
    return Uint8Array.from(body)
  }

  /** Returns the public keys of the service. */
  getKeySet(): Promise<JSONWebKeySet> {
    return this.#keySet.get()
  }

  /** Verifies the receipt of the stored license, if that was not possible when it arrived. */
  async verifyStoredReceipt(): Promise<void> {
    const { license } = this.#store.device
    if (license === undefined || (await this.#verifyReceipt(license)) === 'unverified') return
    await this.#store.update((device) => (device.license?.id === license.id ? { ...device, receipt: 'verified' } : device))
  }

  async #verifyReceipt(license: License): Promise<'verified' | 'unverified'> {
    try {
      return await this.#checkReceipt(license, toBase64Url(digestOf(license)))
    } catch (error) {
      if (isUnknownKey(error)) return 'unverified'
      throw error
    }
  }

  async #checkReceipt(license: License, requestHash: string): Promise<'verified' | 'unverified'> {
    const { revocation } = license
    try {
      assertReceipt(await this.#readClaims(license), license, requestHash)
      if (revocation !== undefined) assertRevocation(await this.#readClaims(revocation), license, revocation)
      return 'verified'
    } catch (error) {
      // Without the keys, the receipt is neither valid nor invalid.
      if (isLicetError(error, 'invalid_receipt')) throw error
      return 'unverified'
    }
  }

  #readClaims({ receipt, timestamp }: Pick<License, 'receipt' | 'timestamp'>): Promise<ReceiptClaims> {
    // The service's clock may be ahead of this device's, at least up to the time in the record.
    const now = Math.max(this.#config.environment.now(), Date.parse(timestamp))
    const expected = { typ: TOKEN_TYPES.receipt, issuer: this.#config.issuer, now }
    return readReceipt(() => this.#keySet.verify(receipt, expected))
  }

  // Makes a read request. Returns `undefined` when the device was cleared or the service does not know it. Does not register the device.
  async #query(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse | undefined> {
    const { key, registered } = this.#store.device
    if (key === undefined || !registered) return undefined
    try {
      return await this.#call(request, key, signal, 'none')
    } catch (error) {
      if (isLicetError(error, 'invalid_client')) return undefined
      throw error
    }
  }

  #call(request: HttpRequest, key: DeviceKey, signal: AbortSignal, required: Registration): Promise<HttpResponse> {
    const url = this.#config.trailUrl + request.url
    return this.#session.authorized(key, required, (token) => sendRequest(this.#http, { ...request, url, token, signal }))
  }
}

function isUnknownKey(error: unknown): boolean {
  return isLicetError(error) && error.cause instanceof JwtError && error.cause.reason === 'unknown_key'
}
