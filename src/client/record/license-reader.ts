import { isSame } from '../../core/is-same.ts'
import { parseTimestamp } from '../../core/timestamp.ts'
import { trimSlashes } from '../../core/url.ts'
import type { ServiceClientConfig } from '../config.ts'
import { type ResolvedEnvironment, resolveEnvironment } from '../environment.ts'
import { INITIAL_SNAPSHOT } from '../snapshot/initial-snapshot.ts'
import { EXPIRY_CHECK_MS } from '../wait.ts'
import { DeviceRecord } from './device-record.ts'
import { toFingerprint } from './fingerprint.ts'
import { type LicenseReading, NOTHING_KNOWN, toReading } from './license-reading.ts'
import { readDevice, type StoredDevice, serviceTime } from './stored-device.ts'

/**
 * Reads the license of this device, and reads it again when another tab changes it, when it expires, and when the person returns.
 *
 * It is the part of a client that a visitor with a license needs: it changes nothing but a refusal that the person makes.
 */
export class LicenseReader {
  readonly #config: ServiceClientConfig
  readonly #onRead: (reading: LicenseReading) => void
  readonly #environment: ResolvedEnvironment
  #record: DeviceRecord | undefined
  #fingerprint: Promise<string | undefined> | undefined
  #unsubscribe = () => {}
  #cancelExpiry = () => {}
  #last: LicenseReading | undefined
  #isClosed = false
  #reads = 0

  /** Calls `onRead` after the first reading, and after each one that differs from the last. */
  constructor(config: ServiceClientConfig, onRead: (reading: LicenseReading) => void) {
    this.#config = config
    this.#onRead = onRead
    this.#environment = resolveEnvironment(config)
  }

  /** Subscribes to the other tabs and to the network, and reads. */
  open(): void {
    this.#unsubscribe = this.#environment.connectivity.subscribe(() => void this.read())
    void this.read()
  }

  /** Stops reading. */
  close(): void {
    this.#isClosed = true
    this.#unsubscribe()
    this.#cancelExpiry()
    this.#record?.close()
  }

  /** Reads the record again. */
  async read(): Promise<void> {
    const turn = ++this.#reads
    const reading = await this.#read().catch(() => this.#readAgain(this.#last ?? NOTHING_KNOWN))
    // A later reading has begun.
    if (this.#isClosed || turn !== this.#reads) return
    const last = this.#last
    this.#last = reading
    if (!isSame(last, reading) || reading.agreement === undefined) this.#onRead(reading)
  }

  /**
   * Stores that the person declined, before the code of the client has loaded: a person who leaves immediately is not asked again. Nobody is notified,
   * because the client stores it again.
   */
  async storeDeclined(declined: StoredDevice['declined']): Promise<void> {
    // Not flushed to disk, so that it is stored before the page can be left.
    await this.#open().note((stored) => ({ ...readDevice(stored), declined }))
  }

  // Throws for an invalid configuration.
  #open(): DeviceRecord {
    if (this.#record !== undefined) return this.#record
    const { authUrl, trailUrl = authUrl, provider, userId } = this.#config
    const owner = { provider, userId, authUrl: trimSlashes(authUrl), trailUrl: trimSlashes(trailUrl) }
    this.#record = new DeviceRecord(owner, this.#environment, () => this.#followSlow())
    return this.#record
  }

  // A license that was read before counts until it ends.
  #followSlow(): void {
    if (this.#record?.kind !== 'slow' || this.#last !== undefined || this.#isClosed) return
    this.#onRead({ ...NOTHING_KNOWN, client: { ...INITIAL_SNAPSHOT, storage: 'slow' } })
  }

  async #read(): Promise<LicenseReading> {
    const record = this.#open()
    record.follow((message) => {
      if (message === 'cleared') this.#last = NOTHING_KNOWN
      void this.read()
    })
    // Without it, the client decides.
    this.#fingerprint ??= toFingerprint(this.#config).catch(() => undefined)
    const device = await record.read()
    if (device !== undefined) return this.#toReading(device, record.kind, await this.#fingerprint)
    // A new visitor is asked immediately. With an earlier reading, the record has vanished, and the client notices that.
    const last = this.#last?.device
    const online = this.#environment.connectivity.isOnline()
    const isNew = last === undefined && record.kind === 'persistent'
    return { ...NOTHING_KNOWN, client: { ...INITIAL_SNAPSHOT, storage: record.kind, online }, isNew, device: last }
  }

  // An invalid configuration, blocked storage: the client reports what is wrong. A license that was read before counts until it ends.
  #readAgain({ client, device }: LicenseReading): LicenseReading {
    if (device === undefined || !client.licensed) return { ...NOTHING_KNOWN, client, device }
    return this.#toReading(device, client.storage, undefined)
  }

  #toReading(device: StoredDevice, storage: LicenseReading['client']['storage'], fingerprint: string | undefined): LicenseReading {
    this.#watchExpiry(device)
    return toReading(device, { storage, fingerprint, environment: this.#environment, config: this.#config })
  }

  #watchExpiry(device: StoredDevice): void {
    this.#cancelExpiry()
    const { schedule, now } = this.#environment
    const endsMs = parseTimestamp(device.license?.expiry ?? '')
    const leftMs = endsMs === undefined ? 0 : endsMs - serviceTime(device, now())
    if (leftMs > 0 && !this.#isClosed) this.#cancelExpiry = schedule(() => void this.read(), Math.min(leftMs, EXPIRY_CHECK_MS))
  }
}
