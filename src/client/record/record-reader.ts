import { isSame } from '../../core/is-same.ts'
import { parseTimestamp } from '../../core/timestamp.ts'
import { trimSlashes } from '../../core/url.ts'
import type { AnyClientConfig } from '../config.ts'
import { type PageEnvironment, resolvePage } from '../page-environment.ts'
import { INITIAL_SNAPSHOT } from '../snapshot/initial-snapshot.ts'
import { Subscribable } from '../snapshot/subscribable.ts'
import type { ClientSnapshot } from '../types.ts'
import { EXPIRY_CHECK_MS } from '../wait.ts'
import { DeviceRecord } from './device-record.ts'
import { toFingerprint } from './fingerprint.ts'
import { type LicenseReading, NOTHING_KNOWN, toReading } from './license-reading.ts'
import { type StoredDevice, serviceTime } from './stored-device.ts'

/**
 * The part of a client that a visitor with a license needs. It reads the record of this device, and reads it again when another tab changes
 * it, when the license expires, and when the person returns. It changes nothing.
 *
 * The client that asks and signs continues from what was read, with the same listeners.
 */
export class RecordReader {
  readonly snapshots = new Subscribable<ClientSnapshot>(INITIAL_SNAPSHOT)
  /** The last reading. */
  last: LicenseReading | undefined
  /** The person has decided, and the code that stores it has not loaded: what is read before is no question to them. */
  hasDecided = false
  readonly #config: AnyClientConfig
  readonly #environment: PageEnvironment
  #record: DeviceRecord | undefined
  #fingerprint: Promise<string | undefined> | undefined
  #unsubscribe: (() => void) | undefined
  #cancelExpiry = () => {}
  #reads = 0
  #isClosed = false

  constructor(config: AnyClientConfig) {
    this.#config = config
    this.#environment = resolvePage(config)
  }

  readonly getSnapshot = (): ClientSnapshot => this.snapshots.get()

  /** Calls the listener after every change of the snapshot. The first call starts to read. Returns a function that unsubscribes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#unsubscribe ??= this.#start()
    return this.snapshots.subscribe(listener)
  }

  /** Stops reading. */
  close(): void {
    this.#isClosed = true
    this.#unsubscribe?.()
    this.#cancelExpiry()
    this.#record?.close()
  }

  /**
   * Returns the record.
   *
   * @throws {Error} for an invalid configuration
   */
  open(): DeviceRecord {
    if (this.#record !== undefined) return this.#record
    const { authUrl, trailUrl = authUrl, provider, userId } = this.#config
    const owner = { provider, userId, authUrl: trimSlashes(authUrl), trailUrl: trimSlashes(trailUrl) }
    this.#record = new DeviceRecord(owner, this.#environment, () => {
      // A license that was read before counts until it ends.
      if (this.#record?.kind === 'slow' && this.last === undefined && !this.#isClosed)
        this.snapshots.set({ ...INITIAL_SNAPSHOT, storage: 'slow' })
    })
    return this.#record
  }

  #start(): () => void {
    void this.#read()
    return this.#environment.connectivity.subscribe(() => void this.#read())
  }

  async #read(): Promise<void> {
    const turn = ++this.#reads
    const reading = await this.#readRecord().catch(() => this.#readAgain(this.last ?? NOTHING_KNOWN))
    // A later reading has begun.
    if (this.#isClosed || turn !== this.#reads) return
    this.#watchExpiry(reading)
    const isChanged = !isSame(this.last, reading)
    if (isChanged) this.last = reading
    if (isChanged || reading.agreement === undefined) this.snapshots.set({ ...reading.client })
  }

  async #readRecord(): Promise<LicenseReading> {
    const record = this.open()
    record.follow((message) => {
      if (message === 'cleared') this.last = NOTHING_KNOWN
      void this.#read()
    })
    // Without it, the agreements are compared.
    this.#fingerprint ??= toFingerprint(this.#config).catch(() => undefined)
    const device = await record.read()
    if (device !== undefined) return this.#toReading(device, record.kind, await this.#fingerprint)
    const { connectivity, subtle } = this.#environment
    // With an earlier reading, the record has vanished, and the client notices that.
    const last = this.last?.device
    const client: ClientSnapshot = { ...INITIAL_SNAPSHOT, storage: record.kind, online: connectivity.isOnline() }
    // Nothing was ever decided here. A new visitor is asked immediately: no code has to decide what a license means.
    const isNew = last === undefined && record.kind === 'persistent' && subtle !== undefined && !this.hasDecided
    return { ...NOTHING_KNOWN, client: isNew ? { ...client, phase: 'ready', needs: 'first' } : client, device: last }
  }

  // An invalid configuration, blocked storage: the client reports what is wrong. A license that was read before counts until it ends.
  #readAgain({ client, device }: LicenseReading): LicenseReading {
    if (device === undefined || !client.licensed) return { ...NOTHING_KNOWN, client: { ...client, phase: 'opening' }, device }
    return this.#toReading(device, client.storage, undefined)
  }

  #toReading(device: StoredDevice, storage: ClientSnapshot['storage'], fingerprint: string | undefined): LicenseReading {
    return toReading(device, { storage, fingerprint, environment: this.#environment, config: this.#config })
  }

  #watchExpiry({ device }: LicenseReading): void {
    this.#cancelExpiry()
    const { schedule, now } = this.#environment
    const endsMs = parseTimestamp(device?.license?.expiry ?? '')
    if (device === undefined || endsMs === undefined) return
    const leftMs = endsMs - serviceTime(device, now())
    if (leftMs > 0) this.#cancelExpiry = schedule(() => void this.#read(), Math.min(leftMs, EXPIRY_CHECK_MS))
  }
}
