import type { AnyClientConfig } from '../client/config.ts'
import { resolveEnvironment } from '../client/environment.ts'
import { keepsMark, readMark } from '../client/record/answer-mark.ts'
import { DeviceStore } from '../client/record/device-store.ts'
import type { StoredDevice } from '../client/record/stored-device.ts'
import { Subscribable } from '../client/snapshot/subscribable.ts'
import type { StorageKind } from '../client/types.ts'
import type { License } from '../core/license.ts'
import { DAY_MS } from '../core/time-units.ts'
import { toTimestamp } from '../core/timestamp.ts'
import { trimSlashes } from '../core/url.ts'
import { createPreviewClient } from '../react/preview/preview-store.ts'
import { type CheckedPart, checkReceipt } from './receipt.ts'

/** What is stored on this device for a person. */
export interface DeviceView {
  readonly device: StoredDevice
  readonly storage: StorageKind
  readonly mark: string
}

/**
 * The record of a device, read and changed as another tab of the same person does: the client of the page follows each change by the usual
 * way.
 */
export class Device {
  readonly view: Subscribable<DeviceView | undefined> = new Subscribable<DeviceView | undefined>(undefined)
  readonly #config: AnyClientConfig
  readonly #store: DeviceStore

  constructor(config: AnyClientConfig) {
    const { provider, userId, authUrl, trailUrl = authUrl } = config
    this.#config = config
    this.#store = new DeviceStore(
      { provider, userId, authUrl: trimSlashes(authUrl), trailUrl: trimSlashes(trailUrl), keepsMark: keepsMark(config) },
      resolveEnvironment(config),
      () => this.#show(),
    )
  }

  /** Reads the record, and follows its changes. */
  async open(): Promise<void> {
    await this.#store.open()
    this.#show()
  }

  /** Reads the record again. */
  async refresh(): Promise<void> {
    await this.#store.refresh()
    this.#show()
  }

  /** Deletes everything that is stored for the person: they are new to this device. */
  async reset(): Promise<void> {
    await this.#store.clear()
    this.#show()
  }

  /** Deletes the key, as a browser does when space runs out. */
  async loseKey(): Promise<void> {
    await this.#store.update(({ key: _, ...device }) => device)
    await this.refresh()
  }

  /** Ends the license in the copy of this device. The service is not asked. */
  async expire(): Promise<void> {
    const expiry = toTimestamp(this.#now() - DAY_MS)
    await this.#changeLicense((license) => ({ ...license, expiry }))
  }

  /**
   * Replaces the agreement in the copy of this device with an earlier one, as if the person had agreed before you changed it: with another
   * text (`minor`), or with other data (`material`).
   */
  async agreeEarlier(weight: 'minor' | 'material'): Promise<void> {
    const { tags, terms, termsHash } = createPreviewClient(this.#config).sampleChange(weight).license
    await this.#changeLicense((license) => ({ ...license, tags: weight === 'minor' ? license.tags : tags, terms, termsHash }))
  }

  /** See {@link checkReceipt}. */
  checkReceipt(license: License): Promise<readonly CheckedPart[]> {
    return checkReceipt(license, this.#config)
  }

  close(): void {
    this.#store.close()
  }

  async #changeLicense(change: (license: License) => License): Promise<void> {
    await this.#store.update((device) => {
      const { license } = device
      if (license === undefined) return device
      // What the client has noted about the agreement no longer holds.
      const { answered: _, wordings: __, declined: ___, clock: ____, ...rest } = device
      return { ...rest, license: change(license) }
    })
    this.#show()
  }

  #now(): number {
    return (this.#config.now ?? Date.now)()
  }

  #show(): void {
    const { device, kind, scope } = this.#store
    this.view.set({ device, storage: kind, mark: keepsMark(this.#config) ? (readMark(scope) ?? 'blocked') : 'not kept' })
  }
}
