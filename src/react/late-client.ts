import { resolveEnvironment } from '../client/environment.ts'
import type { ServiceClient, ServiceClientConfig } from '../client/index.ts'
import { createLater } from '../client/later.ts'
import { LicenseReader } from '../client/record/license-reader.ts'
import type { LicenseReading } from '../client/record/license-reading.ts'
import type { StoredDevice } from '../client/record/stored-device.ts'
import { INITIAL_SNAPSHOT } from '../client/snapshot/initial-snapshot.ts'
import type { ClientSnapshot, PendingDecision } from '../client/types.ts'
import { wordingOf } from '../client/wording.ts'
import { type LicetError, toLicetError } from '../core/errors.ts'
import { compileTerms, type DefinedAgreement } from '../terms/index.ts'
import { checkAgreement } from './check-agreement.ts'
import type { StoreClient } from './client-connection.ts'
import { report } from './report.ts'
import { whenIdle } from './text-hash.ts'

/**
 * A client whose code loads after the first paint: the terms can be read without it.
 *
 * A device without a record is asked immediately, because no code has to decide what its license means. In every other case the snapshot stays
 * `opening` until the client has loaded. An act of the person before that waits for the code, and its failure is the failure of the act.
 */
export class LateClient implements StoreClient {
  readonly agreement: DefinedAgreement
  readonly #config: ServiceClientConfig
  readonly #terms: string
  /** Why nobody can agree. Reported once. */
  readonly #invalid: LicetError | undefined
  readonly #listeners = new Set<() => void>()
  #known: StoredDevice | undefined
  #reader: LicenseReader | undefined
  #reading: LicenseReading | undefined
  #snapshot: ClientSnapshot = INITIAL_SNAPSHOT
  readonly #later = createLater(
    'license client',
    () => import('../client/service-client.ts'),
    (module) => this.#open(module.ServiceClient),
  )
  /** A decision of the person that the client does not show yet. */
  #signing: PendingDecision | undefined
  #stopFollowing = () => {}
  /** The person declined, and the client does not show it yet: what is read before is no question to them. */
  #isDeclined = false
  #isReported = false

  /**
   * With a wrong agreement, a production build shows that nobody can agree, because the host app has to stay.
   *
   * @param known The record of the device as it was just read, if it was.
   * @throws {LicetError} `invalid_configuration` and the like for a wrong agreement, in a development build
   */
  constructor(config: ServiceClientConfig, known: StoredDevice | undefined) {
    this.#config = config
    this.#known = known
    const checked = checkAgreement(config)
    this.agreement = checked.agreement
    this.#terms = checked.terms
    this.#invalid = checked.invalid
  }

  terms: StoreClient['terms'] = ({ template } = {}) => {
    if (this.#invalid !== undefined) throw this.#invalid
    return template === undefined ? this.#terms : compileTerms({ ...this.agreement, template, locale: template.locale })
  }

  getSnapshot = (): ClientSnapshot => this.#snapshot

  subscribe = (listener: () => void): (() => void) => {
    const entry = () => listener()
    this.#listeners.add(entry)
    if (this.#invalid?.code === 'terms_unavailable') this.#isReported = true
    if (this.#invalid !== undefined && !this.#isReported) report(this.#invalid)
    this.#isReported = true
    if (this.#known !== undefined) this.#loadInBackground()
    else if (this.#reader === undefined && !this.#later.isClosed) {
      this.#reader = new LicenseReader(this.#config, (reading) => this.#follow(reading))
      this.#reader.open()
    }
    return () => this.#listeners.delete(entry)
  }

  createLicense: StoreClient['createLicense'] = async (options) => {
    if (this.#invalid !== undefined) throw this.#invalid
    return this.#decide('create', (client) => client.createLicense(options))
  }

  revokeLicense: StoreClient['revokeLicense'] = (options) => this.#decide('revoke', (client) => client.revokeLicense(options))
  getLicense: StoreClient['getLicense'] = (options) => this.#later.run((client) => client.getLicense(options))
  verifyLicense: StoreClient['verifyLicense'] = (use, options) => this.#later.run((client) => client.verifyLicense(use, options))
  getKeySet: StoreClient['getKeySet'] = (options) => this.#later.run((client) => client.getKeySet(options))
  clear: StoreClient['clear'] = (options) => this.#later.run((client) => client.clear(options))

  // Stored immediately, because the screen shows it immediately: they may leave before the code has loaded.
  decline: StoreClient['decline'] = (options) => {
    this.#isDeclined = true
    if (this.#later.loaded === undefined) this.#storeDeclined().catch(() => {})
    return this.#later.run((client) => client.decline(options))
  }

  /** Nothing is stored that this page could report before the client has loaded. */
  reportStored: StoreClient['reportStored'] = async (report, options) => this.#later.loaded?.reportStored(report, options)

  prepare = (): void => this.#runLater((client) => client.prepare())

  retry = (): void => this.#runLater((client) => client.retry())

  async whenIdle(): Promise<void> {
    const client = await this.#later.loading?.catch(() => undefined)
    // A decision that was made before the client opened starts its work when it opens.
    await client?.getLicense().catch(() => {})
    await client?.whenIdle()
  }

  async close(): Promise<void> {
    this.#later.close()
    this.#reader?.close()
    await this.#later.loaded?.close()
    this.#stopFollowing()
    this.#publish({ ...this.#snapshot, phase: 'closed' })
  }

  #follow(reading: LicenseReading): void {
    this.#reading = reading
    this.#known = reading.device
    const canSign = resolveEnvironment(this.#config).subtle !== undefined
    if (!reading.isNew || !canSign || this.#isDeclined) {
      if (reading.client.storage === 'slow') this.#publish(reading.client)
      this.#loadInBackground()
    } else {
      this.#publish({ ...reading.client, phase: 'ready', needs: 'first' })
      // After the question is on screen.
      void whenIdle().then(() => this.#loadInBackground())
    }
  }

  #loadInBackground(): void {
    if (this.#later.isClosed) return
    this.#later.load().catch((error: unknown) => {
      if (this.#later.isClosed) return
      const { client = INITIAL_SNAPSHOT, device } = this.#reading ?? {}
      // What the record contains, as far as that is known without the client. The next act loads it again, and so does the next reading.
      const declined = device?.declined && { at: device.declined.at }
      const needs = client.licensed ? 'nothing' : 'first'
      this.#publish({ ...client, phase: 'ready', needs, declined, error: toLicetError(error) })
    })
  }

  #runLater(run: (client: ServiceClient) => void): void {
    const { loaded, loading } = this.#later
    if (loaded !== undefined) run(loaded)
    // Its failure is reported by the load itself.
    else loading?.then(run, () => {})
  }

  // Shows that the decision is being signed, as the client does, until the client shows it.
  async #decide<T>(kind: PendingDecision['kind'], run: (client: ServiceClient) => Promise<T>): Promise<T> {
    if (this.#later.loaded !== undefined) return run(this.#later.loaded)
    const since = (this.#config.now ?? Date.now)()
    const signing: PendingDecision = { kind, since, stage: 'signing', attempts: 0, isWaiting: false }
    this.#signing = signing
    this.#publish({ ...this.#snapshot, pending: signing })
    try {
      return await this.#later.run(run)
    } finally {
      if (this.#signing === signing) this.#signing = undefined
      if (this.#later.loaded === undefined) this.#publish({ ...this.#snapshot, pending: this.#signing })
      else this.#followClient(this.#later.loaded)
    }
  }

  // When it fails, the client reports why.
  async #storeDeclined(): Promise<void> {
    const reader = this.#reader ?? new LicenseReader(this.#config, () => {})
    const at = (this.#config.now ?? Date.now)()
    await reader.storeDeclined({ at, terms: this.#terms, wordings: [wordingOf(this.agreement)] })
    if (reader !== this.#reader) reader.close()
  }

  #open(Client: typeof ServiceClient): ServiceClient {
    this.#reader?.close()
    // With an invalid agreement too: a person with a license can still see and withdraw it.
    const client = new Client(this.#config, this.#known, { agreement: this.agreement, terms: this.#terms })
    this.#stopFollowing = client.subscribe(() => this.#followClient(client))
    return client
  }

  #followClient(client: ServiceClient): void {
    const snapshot = client.getSnapshot()
    const { phase, pending, error } = snapshot
    // The snapshot that was read before counts until the client has read the record too.
    const isBehind =
      (phase === 'opening' && this.#snapshot !== INITIAL_SNAPSHOT) || (this.#signing && pending?.kind !== this.#signing.kind)
    if (isBehind && error === undefined) return
    this.#signing = undefined
    // An invalid agreement is no change that anyone can agree to.
    const isUpdate = this.#invalid !== undefined && snapshot.needs === 'update'
    this.#publish(isUpdate ? { ...snapshot, needs: 'nothing', change: undefined } : snapshot)
  }

  #publish(snapshot: ClientSnapshot): void {
    if (snapshot === this.#snapshot) return
    this.#snapshot = snapshot
    for (const listener of [...this.#listeners]) listener()
  }
}
