import type { JSONWebKeySet } from 'jose'
import { toBase64Url } from '../../core/base64.ts'
import { canonicalize } from '../../core/canonical-json.ts'
import { isLicetError, LicetError } from '../../core/errors.ts'
import { isJsonObject, type JsonObject } from '../../core/json.ts'
import type { License, UnsignedLicenseRequest } from '../../core/license.ts'
import { MAX_BODY_BYTES } from '../../core/limits.ts'
import { toCanonicalBytes, utf8 } from '../../core/signature.ts'
import { type VerifiedLicense, verifiedLicenseShape } from '../../protocol/answers.ts'
import { parseLicense } from '../../protocol/parse-license.ts'
import { TRAIL_PATHS } from '../../protocol/paths.ts'
import { TOKEN_TYPES } from '../../protocol/token.ts'
import { requestOf } from '../agreement-request.ts'
import type { ResolvedConfig } from '../config.ts'
import { invalidResponse } from '../http/http-error.ts'
import { type HttpAnswer, type HttpOptions, type HttpRequest, readAnswer, readJson, sendRequest } from '../http/send-request.ts'
import { abortedError, unsupportedError } from '../local-errors.ts'
import { hashText, sha3 } from '../sha3.ts'
import type { DeviceStore } from '../storage/device-store.ts'
import type { DeviceKey, OutboxEntry } from '../storage/stored-device.ts'
import { KeySet } from '../tokens/key-set.ts'
import { TokenClient } from '../tokens/token-client.ts'
import { JwtError } from '../tokens/verify-jwt.ts'
import { readReceipt } from '../verify-receipt.ts'
import { assertReceipt, assertRecord, digestOf } from './check-record.ts'
import { generateDeviceKey, signBytes, verifyBytes } from './device-key.ts'
import { Session } from './device-session.ts'
import type { Delivered } from './outbox.ts'

/** What an outbox entry says beside the request that it holds. */
export type Draft = Pick<OutboxEntry, 'kind' | 'previous' | 'offered'>

/** The heavy half of the client: cryptography, tokens, schemas. Loaded when the page is idle or when it is needed. */
export class Engine {
  readonly #config: ResolvedConfig
  readonly #store: DeviceStore
  readonly #session: Session
  readonly #keySet: KeySet
  readonly #http: HttpOptions
  readonly #subtle: SubtleCrypto
  #making: Promise<DeviceKey> | undefined

  constructor(config: ResolvedConfig, store: DeviceStore, signal: AbortSignal) {
    const { environment, timeoutMs, authUrl, issuer } = config
    if (environment.subtle === undefined) throw unsupportedError()
    this.#config = config
    this.#store = store
    this.#subtle = environment.subtle
    this.#http = { ...environment, timeoutMs }
    this.#keySet = new KeySet(this.#http, authUrl, signal)
    const auth = new TokenClient({ http: this.#http, authUrl, issuer, keySet: this.#keySet })
    this.#session = new Session(config, store, auth, this.#subtle, signal)
  }

  /** The device's key, made now if there is none. Two tabs may both make one; the first that is stored is the key of both. */
  async ensureKey(): Promise<DeviceKey> {
    const { device: known, era } = this.#store
    if (known.key !== undefined) return known.key
    this.#making ??= generateDeviceKey(this.#subtle).finally(() => {
      this.#making = undefined
    })
    const made = await this.#making
    const device = await this.#store.update((stored) =>
      stored.key === undefined && this.#store.era === era ? { ...stored, key: made, hadKey: true, registered: false } : stored,
    )
    return device.key ?? made
  }

  /** Does to a text what signing does, so that the first decision finds the code compiled. */
  warmUp(text: string): void {
    sha3(toCanonicalBytes({ text }))
  }

  /** SHA3-256 of a text, base64url. */
  hash(text: string): string {
    return hashText(text)
  }

  /**
   * Signs a request and makes the outbox entry of it. The same request gives the same entry, in every tab.
   *
   * @throws {LicetError} `payload_too_large`, `invalid_json`; nothing is signed then
   */
  async sign(request: UnsignedLicenseRequest, key: DeviceKey, draft: Draft): Promise<OutboxEntry> {
    const digest = sha3(toCanonicalBytes(request))
    const signature = await signBytes(this.#subtle, key, digest)
    const signed: object = { ...request, signature }
    const body = canonicalize(signed as JsonObject)
    if (utf8(body).length > MAX_BODY_BYTES) throw tooLargeError()
    return { ...draft, id: toBase64Url(digest), body, since: this.#config.environment.now(), attempts: 0 }
  }

  /** Sends an entry, byte for byte as it was signed, and checks what comes back against it. */
  async send(entry: OutboxEntry, signal: AbortSignal): Promise<Delivered> {
    const { key } = this.#store.device
    // The key went away under us, and with it the device that this entry is of.
    if (key === undefined) throw abortedError('no key')
    const request = requestOf(entry)
    const answering = this.#call({ method: 'POST', url: TRAIL_PATHS.createLicense, json: entry.body }, key, signal, true)
    // Beside the request: what verifying the receipt and the record needs.
    this.#keySet.load().catch(() => {})
    const termsHash = hashText(request.terms)
    const answer = await answering
    const license = parseLicense(readJson(answer))
    assertRecord(license, { request, termsHash, providerId: this.#config.provider.id, address: key.address })
    const receipt = await this.#checkReceipt(license, entry.id).catch((error: unknown) => {
      // Not trusted, and not the end of the decision: after a rotation a key may not be published everywhere yet.
      throw isByUnknownKey(error) ? invalidResponse(200, 'has a receipt by a key that the service does not publish', error) : error
    })
    return { license, receipt, skewMs: answer.skewMs }
  }

  /** Asks the service whether a use is permitted; `undefined` when it does not know this device. */
  async verifyUse(
    use: { readonly usecase: string; readonly destination: string },
    signal: AbortSignal,
  ): Promise<VerifiedLicense | undefined> {
    const { usecase, destination } = use
    const json = JSON.stringify({ usecase, destination })
    const answer = await this.#ask({ method: 'POST', url: TRAIL_PATHS.verifyLicense, json }, signal)
    return answer && readAnswer(answer, verifiedLicenseShape)
  }

  /** Asks the service for the newest record of this device. */
  async fetchNewest(signal: AbortSignal): Promise<Delivered | undefined> {
    const { key } = this.#store.device
    const answer = await this.#ask({ method: 'GET', url: `${TRAIL_PATHS.licenses}?limit=1` }, signal)
    if (answer === undefined || key === undefined) return undefined
    const page = readJson(answer)
    const records = Array.isArray(page) ? page : isJsonObject(page) ? page.licenses : undefined
    if (!Array.isArray(records)) throw invalidResponse(answer.status, 'is no list of licenses')
    if (records[0] === undefined) return undefined
    const license = parseLicense(records[0])
    const isOurs =
      license.address === key.address &&
      license.providerId === this.#config.provider.id &&
      license.termsHash === hashText(license.terms) &&
      (await verifyBytes(this.#subtle, key, digestOf(license), license.signature))
    if (!isOurs) throw invalidResponse(answer.status, 'is not what this device signed')
    return { license, receipt: await this.verifyStored(license) }
  }

  /** The keys that the service publishes, with which a receipt can be verified anywhere. */
  getKeySet(): Promise<JSONWebKeySet> {
    return this.#keySet.get()
  }

  /** Looks again at a receipt that could not be checked when it came. */
  async verifyKept(): Promise<void> {
    const { license } = this.#store.device
    if (license === undefined || (await this.verifyStored(license)) === 'unverified') return
    await this.#store.update((device) => (device.license?.id === license.id ? { ...device, receipt: 'verified' } : device))
  }

  /** Checks the receipt of a record against the key set; `unverified` when its key cannot be had. */
  async verifyStored(license: License): Promise<'verified' | 'unverified'> {
    try {
      return await this.#checkReceipt(license, toBase64Url(digestOf(license)))
    } catch (error) {
      if (isByUnknownKey(error)) return 'unverified'
      throw error
    }
  }

  async #checkReceipt(license: License, requestHash: string): Promise<'verified' | 'unverified'> {
    // The service's clock may be ahead of ours: the record says by how much at least.
    const now = Math.max(this.#config.environment.now(), Date.parse(license.timestamp))
    const expected = { typ: TOKEN_TYPES.receipt, issuer: this.#config.issuer, now }
    try {
      assertReceipt(await readReceipt(() => this.#keySet.verify(license.receipt, expected)), license, requestHash)
      return 'verified'
    } catch (error) {
      // Without a key set nothing is proven and nothing is disproven.
      if (isLicetError(error, 'invalid_receipt')) throw error
      return 'unverified'
    }
  }

  /** Asks about this device; `undefined` when it was cleared, or the service does not know it any more. Asking registers nobody. */
  async #ask(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer | undefined> {
    const { key, registered } = this.#store.device
    if (key === undefined || !registered) return undefined
    try {
      return await this.#call(request, key, signal, false)
    } catch (error) {
      if (isLicetError(error, 'invalid_client')) return undefined
      throw error
    }
  }

  #call(request: HttpRequest, key: DeviceKey, signal: AbortSignal, registers: boolean): Promise<HttpAnswer> {
    const url = this.#config.trailUrl + request.url
    return this.#session.authorized(key, registers, (token) => sendRequest(this.#http, { ...request, url, token, signal }))
  }
}

function isByUnknownKey(error: unknown): boolean {
  return isLicetError(error) && error.cause instanceof JwtError && error.cause.reason === 'unknown_key'
}

function tooLargeError(): LicetError<'payload_too_large'> {
  return new LicetError(
    'payload_too_large',
    `The license is larger than ${MAX_BODY_BYTES} bytes, which no service takes. Nothing was sent. Shorten the terms.`,
  )
}
