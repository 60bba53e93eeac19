import type { JSONWebKeySet } from 'jose'
import type { License } from '../core/license.ts'
import type { VerifiedLicense } from '../protocol/answers.ts'
import { compileTerms, type DefinedAgreement } from '../terms/index.ts'
import { ClientCore } from './client-core.ts'
import { resolveConfig, type ServiceClientConfig } from './config.ts'
import { termsChangedError } from './local-errors.ts'
import { orAborted } from './signals.ts'
import type { StoredDevice } from './storage/stored-device.ts'
import type { ClientSnapshot, CreateLicenseOptions, GetLicenseOptions, TermsOptions, WaitOptions } from './types.ts'

/**
 * The license client of one person on one device: shows the terms, signs the decision, brings it to the service exactly once, and knows
 * at any moment what is agreed.
 *
 * Constructing it checks the configuration and does nothing else; it opens at the first subscription or call. Nothing about the person
 * or the device leaves it before `createLicense()`.
 *
 * @example
 * const client = new ServiceClient(config)
 * show(client.terms())
 * button.onclick = async () => console.log(await client.createLicense())
 */
export class ServiceClient {
  /** The agreement that is offered, whole and checked. */
  readonly agreement: DefinedAgreement
  readonly #core: ClientCore

  /** @throws {LicetError} `invalid_configuration` with the `field` at fault */
  constructor(config: ServiceClientConfig) {
    this.#core = new ClientCore(resolveConfig(config))
    this.agreement = this.#core.offer.agreement
  }

  /**
   * The terms of the agreement as Markdown: exactly the text that `createLicense()` signs.
   *
   * @throws {LicetError} `unfilled_placeholder`, `invalid_template` for a template that does not fit
   */
  terms({ template }: TermsOptions = {}): string {
    if (template === undefined) return this.#core.offer.terms
    return compileTerms({ ...this.agreement, template, locale: template.locale })
  }

  /**
   * Makes the license of this device, after the person reviewed the terms and agreed. Resolves with the record once the service stored it.
   *
   * Called again, in another tab, or after a crash, it gives that same record. While the network is away it stays pending: what was signed
   * is in the outbox, the snapshot tells how far it is, and it is delivered by itself.
   *
   * @throws {LicetError} before anything is signed: `terms_changed`, `nothing_agreed` and `invalid_configuration` for what cannot be granted,
   *   `payload_too_large`, `invalid_json`, `unsupported`, `code_unavailable`; for what came back: the service's code when it refused for
   *   good, `record_mismatch`, `invalid_receipt`, `invalid_configuration` for another issuer; `aborted`, `closed`
   */
  async createLicense(options: CreateLicenseOptions = {}): Promise<License> {
    const { terms = this.#core.offer.terms, granted, signal } = options
    if (terms !== this.#core.offer.terms) throw termsChangedError()
    return this.#core.decide('create', signal, granted)
  }

  /**
   * Takes the license back. It counts on this device at once; resolves with the service's record of the withdrawal.
   *
   * @throws {LicetError} `nothing_agreed` when there is nothing to take back; otherwise as {@link createLicense}
   */
  revokeLicense({ signal }: WaitOptions = {}): Promise<License> {
    return this.#core.decide('revoke', signal)
  }

  /**
   * The newest record of this device, whatever its status, or `undefined` when there is none.
   *
   * @throws {LicetError} `aborted`, `closed`; with `refresh` also `network_error`, `timeout`, `invalid_response`, `invalid_receipt`,
   *   `invalid_configuration` for another issuer, `code_unavailable`, and the service's code
   */
  async getLicense({ refresh = false, signal }: GetLicenseOptions = {}): Promise<License | undefined> {
    await this.#core.ready(signal)
    if (!refresh || !this.#core.store.device.registered) return this.#core.store.device.license
    return this.#core.ask(async (engine, either) => {
      const { store } = this.#core
      const before = standing(await store.refresh())
      const newest = await engine.fetchNewest(either)
      const { license } = await store.update((stored) => {
        // What was decided, delivered or forgotten meanwhile is newer than the answer, and what is held than one that was kept on the way.
        const isOld = String(newest?.license.timestamp) < (stored.license?.timestamp ?? '')
        if (isOld || standing(stored) !== before) return stored
        const { receipt: _, license, offered, ...device } = stored
        // What there was to choose is known of the record that was agreed to here, and of no other.
        return { ...device, ...newest, offered: license?.id === newest?.license.id ? offered : undefined }
      })
      return license
    }, signal)
  }

  /**
   * Asks the service whether this device's license permits a use case at a destination. Without a license nothing is asked.
   *
   * @throws {LicetError} `network_error`, `timeout`, `invalid_response`, `invalid_configuration` for another issuer, `code_unavailable`,
   *   `aborted`, `closed`, and the service's code
   */
  async verifyLicense(
    use: { readonly usecase: string; readonly destination: string },
    { signal }: WaitOptions = {},
  ): Promise<VerifiedLicense> {
    await this.#core.ready(signal)
    const { registered } = this.#core.store.device
    const verified = registered && (await this.#core.ask((engine, either) => engine.verifyUse(use, either), signal))
    return verified || { verified: false, reason: 'no_active_license' }
  }

  /**
   * The keys that the service publishes: what verifies a receipt, offline and anywhere.
   *
   * @throws {LicetError} `network_error`, `timeout`, `invalid_response`, `unsupported`, `code_unavailable`, `aborted`, `closed`
   */
  async getKeySet({ signal }: WaitOptions = {}): Promise<JSONWebKeySet> {
    await this.#core.ready(signal)
    return this.#core.ask((engine) => engine.getKeySet(), signal)
  }

  /**
   * Remembers on this device that the person declined, so that asking again waits. Nothing is sent, and an agreement that holds goes on holding.
   *
   * @throws {LicetError} `unsupported`, `code_unavailable`, `aborted`, `closed`
   */
  async decline({ signal }: WaitOptions = {}): Promise<void> {
    await this.#core.ready(signal)
    const { store, offer, config } = this.#core
    const { era } = store
    await this.#core.ask((engine) => {
      const { terms } = offer
      const declined = { at: config.environment.now(), termsHash: engine.hash(terms), terms }
      return store.update((device) => (store.era === era ? { ...device, declined } : device))
    }, signal)
  }

  /**
   * Forgets everything that this device keeps for this person: key, records, refusal, and decisions that wait. The service's records stay.
   *
   * @throws {LicetError} `aborted`, `closed`
   */
  async clear({ signal }: WaitOptions = {}): Promise<void> {
    await this.#core.ready(signal)
    await this.#core.wait(this.#core.store.clear(), signal)
  }

  /**
   * Says that a decision may come soon: what signs it is loaded when the page is idle, so that it can be made without a network too.
   * Nothing about the person or the device is sent.
   */
  prepare(): void {
    this.#core.prepare()
  }

  /** Tries now what waits in the outbox. */
  retry(): void {
    this.#core.publish({ error: undefined })
    this.#core.background(this.#core.ready().then(() => this.#core.deliver((delivery) => delivery.run(true))))
  }

  /** Calls the listener after every change of the snapshot. Returns what ends it. */
  subscribe = (listener: () => void): (() => void) => this.#core.subscribe(listener)

  /** What the client knows now; the same object until something in it changes. */
  getSnapshot = (): ClientSnapshot => this.#core.snapshot

  /** Resolves when the client does nothing and waits for nothing but a person, a timer or the network. */
  whenIdle({ signal }: WaitOptions = {}): Promise<void> {
    return orAborted(this.#core.waiting.whenIdle(), signal)
  }

  /** Stops everything. Calls that wait reject with `closed`; what was signed stays in the outbox for the next client. */
  close(): Promise<void> {
    return this.#core.close()
  }
}

// What changes with every decision, delivery and erasure.
function standing({ head, license, outbox, key }: StoredDevice): string {
  return String([head, license?.id, outbox.length, key?.address])
}

/**
 * Makes a {@link ServiceClient}.
 *
 * @throws {LicetError} `invalid_configuration` with the `field` at fault
 */
export function createServiceClient(config: ServiceClientConfig): ServiceClient {
  return new ServiceClient(config)
}
