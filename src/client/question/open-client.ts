import type { JSONWebKeySet } from 'jose'
import { isLicetError } from '../../core/errors.ts'
import type { License } from '../../core/license.ts'
import type { VerifiedLicense } from '../../protocol/records/license-operations.ts'
import type { ReadyAgreement } from '../../terms/index.ts'
import { compileAgreement, compileTerms } from '../compiler.ts'
import type { AnyClientConfig, CheckedAgreement } from '../config.ts'
import { termsChangedError } from '../local-errors.ts'
import { parseConfig } from '../parse-config.ts'
import type { StoredDevice } from '../record/stored-device.ts'
import type { Subscribable } from '../snapshot/subscribable.ts'
import type {
  ClientSnapshot,
  CreateLicenseOptions,
  GetLicenseOptions,
  LicenseLog,
  StoredDecision,
  TermsOptions,
  WaitOptions,
} from '../types.ts'
import { checkAgreement } from './check-agreement.ts'
import { loadLogCheck } from './check-license.ts'
import { ClientCore } from './client-core.ts'
import { decide, decline } from './decide.ts'
import { refreshLicense } from './refresh-license.ts'
import { reportStored } from './report-stored.ts'

/** A client that asks and signs: the methods of {@link ServiceClient}, which an app creates, and of the client that the React kit opens. */
export class OpenClient {
  /** The configured agreement, checked and with its defaults. */
  readonly agreement: ReadyAgreement
  readonly #core: ClientCore

  constructor(core: ClientCore) {
    this.#core = core
    this.agreement = core.config.agreement
  }

  /**
   * Returns the terms of the agreement as Markdown. `createLicense()` signs exactly this text.
   *
   * @throws {LicetError} `unfilled_placeholder` and `invalid_template` for a `template` that does not fit the agreement
   */
  terms({ template }: TermsOptions = {}): string {
    if (template === undefined) return this.#core.config.terms
    return compileTerms({ ...this.agreement, template, locale: template.locale })
  }

  /**
   * Signs the agreement on this device, and resolves with the license when the service has stored it. Call it after the person has read
   * the terms and agreed.
   *
   * Calling it again, in another tab or after a crash, returns the same license. While the service cannot be reached, the promise stays
   * pending: the signed decision is saved on this device and sent again automatically. `getSnapshot().pending` shows its progress.
   *
   * @throws {LicetError} `terms_changed`, `nothing_agreed`, `invalid_configuration`, `payload_too_large`, `invalid_json`, `unsupported` or
   *   `code_unavailable` before anything is signed
   * @throws {LicetError} the code of the service when it refuses permanently; `record_mismatch` or `invalid_receipt` when its response does
   *   not fit the signed request; `invalid_configuration` when it uses another issuer
   * @throws {LicetError} `aborted`, `closed`; a signed decision is delivered nevertheless
   * @example
   * const license = await client.createLicense({ granted: ['analytics'] })
   */
  async createLicense(options: CreateLicenseOptions = {}): Promise<License> {
    const { terms = this.terms(), granted, translated, signal } = options
    const { invalid } = this.#core.config
    if (invalid !== undefined) throw invalid
    if (terms !== this.terms()) throw termsChangedError()
    return decide(this.#core, { kind: 'create', granted, translated }, signal)
  }

  /**
   * Withdraws the license, and resolves with the service's record of the withdrawal. On this device the withdrawal takes effect
   * immediately.
   *
   * @throws {LicetError} `nothing_agreed` when there is no active license; otherwise like {@link createLicense}
   */
  revokeLicense({ signal }: WaitOptions = {}): Promise<License> {
    return decide(this.#core, { kind: 'revoke' }, signal)
  }

  /**
   * Returns the newest license of this device, whatever its status, or `undefined` if there is none. Makes no request without `refresh`.
   *
   * @throws {LicetError} `aborted`, `closed`; with `refresh` also `network_error`, `timeout`, `invalid_response`, `invalid_receipt`,
   *   `code_unavailable`, the code of the service, and `invalid_configuration` when it uses another issuer
   */
  async getLicense({ refresh = false, signal }: GetLicenseOptions = {}): Promise<License | undefined> {
    const { store, config } = this.#core
    await this.#core.ready(signal)
    if (!refresh || !store.device.registered) return store.device.license
    return this.#core.withEngine(({ api }, abandoned) => refreshLicense(store, api, config.environment.now, abandoned), signal)
  }

  /**
   * Asks the service whether the license of this device permits a use case at a destination, a host name such as `ads.example.com`.
   * Makes no request when this device has no license.
   *
   * @throws {LicetError} `network_error`, `timeout`, `invalid_response`, `code_unavailable`, `aborted`, `closed`, the code of the service,
   *   and `invalid_configuration` when it uses another issuer
   */
  async verifyLicense(
    use: { readonly usecase: string; readonly destination: string },
    { signal }: WaitOptions = {},
  ): Promise<VerifiedLicense> {
    await this.#core.ready(signal)
    const { registered } = this.#core.store.device
    const verified = registered && (await this.#core.withEngine(({ api }, abandoned) => api.verifyUse(use, abandoned), signal))
    return verified || { verified: false, reason: 'no_active_license' }
  }

  /**
   * Returns the public keys of the service. Anyone can verify a receipt with them offline, see {@link verifyReceipt}.
   *
   * @throws {LicetError} `network_error`, `timeout`, `invalid_response`, `unsupported`, `code_unavailable`, `aborted`, `closed`
   */
  async getKeySet({ signal }: WaitOptions = {}): Promise<JSONWebKeySet> {
    await this.#core.ready(signal)
    return this.#core.withEngine(({ api }) => api.getKeySet(), signal)
  }

  /**
   * Returns the proof that the public log of the service contains the license of this device, and fetches and verifies it if it is not stored
   * yet. `undefined` without a license, without a valid proof, and while the log does not contain the license: that takes a few seconds.
   *
   * If the stored proof has no time stamp, this asks the service for one that has. Without it, it returns the stored proof.
   *
   * @throws {LicetError} `aborted`, `closed`; without a stored proof also `network_error`, `timeout`, `invalid_response`, `code_unavailable`,
   *   and `invalid_proof` for a log that is missing or malformed
   */
  async getLogProof({ signal }: WaitOptions = {}): Promise<LicenseLog | undefined> {
    const core = this.#core
    await core.ready(signal)
    const { license, log } = core.snapshot
    if (license === undefined || log?.proof.includes('\nextra ')) return log
    await core
      .withEngine(async ({ api }, abandoned) => (await loadLogCheck()).checkLog(core, api, abandoned), signal)
      .catch((error: unknown) => {
        if (log === undefined || isLicetError(error, 'aborted') || isLicetError(error, 'closed')) throw error
      })
    return core.snapshot.log
  }

  /**
   * Stores on this device that the person declined, so that they are not asked again before `reaskAfterMs`. A license to earlier terms
   * stays in force. An agreement to these terms, for example in another tab, is withdrawn: the last decision counts. Otherwise nothing is
   * sent.
   *
   * @throws {LicetError} `unsupported`, `code_unavailable`, `aborted`, `closed`
   */
  decline({ signal }: WaitOptions = {}): Promise<void> {
    return decline(this.#core, signal)
  }

  /**
   * Calls `report` with each decision of this device that the service has stored and that no tab has reported yet, oldest first, even when
   * it was delivered after a reload or by another tab. Use it for analytics and audit.
   *
   * A decision is marked after `report` has returned, or its promise has resolved. So each one is reported at least once: when the page is
   * killed in between, the next visit reports it again. `type` and `licenseId` identify it. The newest 50 outcomes are kept.
   *
   * @throws {LicetError} `aborted`, `closed`; `timeout` when `report` takes longer than 30 seconds, because other tabs wait for it; the error of
   *   `report`. The decision then stays unreported
   */
  async reportStored(report: (decision: StoredDecision) => void | Promise<void>, { signal }: WaitOptions = {}): Promise<void> {
    await this.#core.ready(signal)
    await this.#core.wait(reportStored(this.#core, report), signal)
  }

  /**
   * Deletes everything that this device stores for this person: key, license, refusal and undelivered decisions. Licenses that the
   * service has stored remain there.
   *
   * @throws {LicetError} `aborted`, `closed`
   */
  async clear({ signal }: WaitOptions = {}): Promise<void> {
    await this.#core.ready(signal)
    await this.#core.wait(this.#core.store.clear(), signal)
  }

  /**
   * Loads the signing engine when the page is idle, so that a decision can also be signed offline. Call it when a decision may come soon.
   * Sends nothing about the person or the device.
   */
  prepare(): void {
    this.#core.prepare()
  }

  /** Sends the undelivered decisions now, without waiting for the next automatic attempt. */
  retry(): void {
    this.#core.publish({ error: undefined })
    this.#core.background(this.#core.ready().then(() => this.#core.deliver((delivery) => delivery.run(true))))
  }

  /** Calls the listener after every change of the snapshot. Returns a function that unsubscribes. */
  subscribe = (listener: () => void): (() => void) => this.#core.subscribe(listener)

  /** Returns the current state: the same object until something in it changes. */
  getSnapshot = (): ClientSnapshot => this.#core.snapshot

  /** Resolves when no work is running. Waiting for the person, a timer or the network does not count as work. */
  whenIdle({ signal }: WaitOptions = {}): Promise<void> {
    return this.#core.whenIdle(signal)
  }

  /**
   * Stops the client and resolves when it has stopped. Pending calls reject with `closed`. Signed decisions stay saved for the next client.
   */
  close(): Promise<void> {
    return this.#core.close()
  }
}

/** What is known about a person before the code that asks and signs has loaded. */
export interface KnownBefore {
  /** The record of this device as it was last read. */
  readonly device: StoredDevice | undefined
  /** The agreement, if a component shows its terms. Default: it is checked now. */
  readonly checked: CheckedAgreement | undefined
  /** What the record meant, with its listeners. */
  readonly snapshots: Subscribable<ClientSnapshot>
}

/** Opens a client that continues from what is known. An invalid agreement leaves a client that can only withdraw. */
export function openClient(config: AnyClientConfig, { device, checked, snapshots }: KnownBefore): OpenClient {
  const core = new ClientCore(parseConfig(config, checked ?? checkAgreement(config, compileAgreement)), device, snapshots)
  core.open()
  return new OpenClient(core)
}
