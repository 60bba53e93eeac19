import type { Agreement } from '../../core/agreement.ts'
import { isSame } from '../../core/is-same.ts'
import { parseTimestamp } from '../../core/timestamp.ts'
import { trimSlashes } from '../../core/url.ts'
import type { ServiceClientConfig } from '../config.ts'
import { DEFAULT_REFRESH_AFTER_MS } from '../defaults.ts'
import { type Channel, type ResolvedEnvironment, resolveEnvironment } from '../environment.ts'
import { INITIAL_SNAPSHOT } from '../snapshot/initial-snapshot.ts'
import { toChannelName, toScope } from '../storage/device-owner.ts'
import { StorageConnection } from '../storage/storage-connection.ts'
import {
  hasUsableKey,
  isCheckDue,
  licenseInForce,
  readDevice,
  type StoredDevice,
  serviceTime,
  toVersion,
} from '../storage/stored-device.ts'
import type { ClientSnapshot } from '../types.ts'
import { EXPIRY_CHECK_MS } from '../wait.ts'
import { toFingerprint } from './fingerprint.ts'

/** What is stored on this device for a configuration. */
export interface LicenseReading {
  /** `phase` is `opening` when there may be no license in force. Then only a client knows what to ask. */
  readonly client: ClientSnapshot
  /** The agreement that the license answers. `undefined`: only a client knows whether there is anything to ask, send or repair. */
  readonly agreement: Agreement | undefined
  /** Whether a license has not been reported to the host app yet. */
  readonly hasUnreported: boolean
  /** Whether the client should ask the service about the license, or verify its receipt, when the page is idle. */
  readonly isCheckDue: boolean
  /** The storage works, and has no record of this person: nothing was ever decided here. */
  readonly isNew?: boolean
  /** The record as it was last read. A client starts from it, so that it notices when the record vanishes. */
  readonly device: StoredDevice | undefined
}

/**
 * Reads the license of this device, and reads it again when another tab changes it, when it expires, and when the person returns.
 *
 * It is the part of a client that a visitor with a license needs: it compares fingerprints instead of agreements, and changes nothing but a
 * refusal that the person makes. In doubt, it returns no `agreement`.
 */
export class LicenseReader {
  readonly #config: ServiceClientConfig
  readonly #onRead: (reading: LicenseReading) => void
  readonly #environment: ResolvedEnvironment
  readonly #connection: StorageConnection
  #fingerprint: Promise<string | undefined> | undefined
  #channel: Channel | undefined
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
    this.#connection = new StorageConnection(this.#environment, () => this.#followSlow())
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
    this.#channel?.close()
    this.#connection.close()
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
    const scope = this.#scope()
    // Not flushed to disk, so that it is stored before the page can be left.
    await this.#connection.run((storage) => storage.update(scope, (stored) => ({ ...readDevice(stored), declined }), 'relaxed'))
  }

  // A license that was read before counts until it ends.
  #followSlow(): void {
    if (!this.#connection.isSlow || this.#last !== undefined || this.#isClosed) return
    this.#onRead({ ...NOTHING_KNOWN, client: { ...INITIAL_SNAPSHOT, storage: 'slow' } })
  }

  #scope(): string {
    const { authUrl, trailUrl = authUrl, provider, userId } = this.#config
    return toScope({ provider, userId, authUrl: trimSlashes(authUrl), trailUrl: trimSlashes(trailUrl) })
  }

  async #read(): Promise<LicenseReading> {
    const scope = this.#scope()
    this.#listen(scope)
    // Without it, the client decides.
    this.#fingerprint ??= toFingerprint(this.#config).catch(() => undefined)
    let storage = 'unknown' as ClientSnapshot['storage']
    const stored = await this.#connection.run((connected) => {
      storage = connected.kind
      return connected.read(scope)
    })
    // A new visitor is asked immediately.
    if (stored === undefined) {
      const online = this.#environment.connectivity.isOnline()
      // A client notices that the record vanished.
      const device = this.#last?.device
      const isNew = device === undefined && storage === 'persistent'
      return { ...NOTHING_KNOWN, client: { ...INITIAL_SNAPSHOT, storage, online }, isNew, device }
    }
    return this.#toReading(readDevice(stored), storage, await this.#fingerprint)
  }

  // An invalid configuration, blocked storage: the client reports what is wrong. A license that was read before counts until it ends.
  #readAgain({ client, device }: LicenseReading): LicenseReading {
    if (device === undefined || !client.licensed) return { ...NOTHING_KNOWN, client, device }
    return this.#toReading(device, client.storage, undefined)
  }

  #toReading(device: StoredDevice, storage: ClientSnapshot['storage'], fingerprint: string | undefined): LicenseReading {
    const { refreshAfterMs = DEFAULT_REFRESH_AFTER_MS } = this.#config
    const { connectivity, now } = this.#environment
    const online = connectivity.isOnline()
    const license = hasUsableKey(device) ? licenseInForce(device, now) : undefined
    this.#watchExpiry(device)
    if (license === undefined) return { ...NOTHING_KNOWN, client: { ...INITIAL_SNAPSHOT, online, license: device.license }, device }
    const { receipt, settled } = device
    const client: ClientSnapshot = {
      ...INITIAL_SNAPSHOT,
      phase: 'ready',
      storage,
      online,
      license,
      licensed: true,
      receiptStatus: receipt ?? 'unverified',
    }
    return {
      client,
      agreement: answeredBy(device, fingerprint, online),
      hasUnreported: settled.some(({ unreported }) => unreported),
      isCheckDue: receipt !== 'verified' || isCheckDue(device, refreshAfterMs, now),
      device,
    }
  }

  #listen(scope: string): void {
    try {
      this.#channel ??= this.#environment.channel?.(toChannelName(scope), (message) => {
        if (message === 'cleared') this.#last = NOTHING_KNOWN
        void this.read()
      })
    } catch {
      // A page without storage access may be refused the channel as well.
    }
  }

  #watchExpiry(device: StoredDevice): void {
    this.#cancelExpiry()
    const { schedule, now } = this.#environment
    const endsMs = parseTimestamp(device.license?.expiry ?? '')
    const leftMs = endsMs === undefined ? 0 : endsMs - serviceTime(device, now())
    if (leftMs > 0 && !this.#isClosed) this.#cancelExpiry = schedule(() => void this.read(), Math.min(leftMs, EXPIRY_CHECK_MS))
  }
}

const NOTHING_KNOWN: LicenseReading = {
  client: INITIAL_SNAPSHOT,
  agreement: undefined,
  hasUnreported: false,
  isCheckDue: false,
  device: undefined,
}

/** Returns the agreement that the license in force answers, if the client has decided so and has nothing else to do. */
function answeredBy(device: StoredDevice, fingerprint: string | undefined, online: boolean): Agreement | undefined {
  const { answered, declined, outbox, receipt } = device
  if (answered === undefined || fingerprint === undefined || declined !== undefined || outbox.length > 0) return undefined
  // The client verifies the receipt, immediately where there seems to be a network.
  if (receipt !== 'verified' && online) return undefined
  return answered.fingerprint === fingerprint && answered.version === toVersion(device) ? answered.agreement : undefined
}
