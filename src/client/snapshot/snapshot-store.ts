import { type License, licenseStatusAt } from '../../core/license.ts'
import { parseTimestamp } from '../../core/timestamp.ts'
import type { Schedule } from '../environment.ts'
import { serviceTime } from '../record/stored-device.ts'
import type { ClientSnapshot } from '../types.ts'
import { EXPIRY_CHECK_MS } from '../wait.ts'
import { INITIAL_SNAPSHOT } from './initial-snapshot.ts'
import { type PageState, reuseSnapshot, type SnapshotInput, toSnapshot } from './snapshot.ts'
import { Subscribable } from './subscribable.ts'

/** Returns everything that a snapshot is computed from, except the state of the page. */
export type SnapshotSource = () => Omit<SnapshotInput, 'page'>

/** Computes the snapshot from the record and the state of the page, and again when a license expires. */
export class SnapshotStore {
  /** The snapshot, with its listeners. */
  readonly snapshots: Subscribable<ClientSnapshot>
  readonly #source: SnapshotSource
  readonly #schedule: Schedule
  /** What was read before counts until the client has read the record. */
  readonly #isTakenOver: boolean
  #page: PageState
  #cancelExpiry = () => {}

  /** `snapshots` is what was read before, with its listeners. */
  constructor(page: PageState, source: SnapshotSource, schedule: Schedule, snapshots?: Subscribable<ClientSnapshot>) {
    this.#page = page
    this.#source = source
    this.#schedule = schedule
    this.#isTakenOver = snapshots !== undefined && snapshots.get() !== INITIAL_SNAPSHOT
    this.snapshots = snapshots ?? new Subscribable(toSnapshot({ ...source(), page }))
  }

  /** The state of the page as it was last published. */
  get page(): PageState {
    return this.#page
  }

  /** Changes the state of the page, computes the snapshot again, and notifies subscribers if it changed. */
  publish(change: Partial<PageState>): void {
    this.#page = { ...this.#page, ...change }
    const last = this.snapshots.get()
    const isOpening = this.#isTakenOver && this.#page.phase === 'opening' && this.#page.error === undefined
    // An act can wait for a device that has become slow since then.
    const isSlow = last.storage === 'slow' || this.#page.storage === 'slow'
    if (isOpening && !isSlow) return
    const known = isOpening ? { ...last, storage: this.#page.storage } : toSnapshot({ ...this.#source(), page: this.#page })
    const next = reuseSnapshot(last, known)
    if (next === last) return
    this.#watchExpiry(next.license)
    this.snapshots.set(next)
  }

  /** Removes all subscribers and the timer of the expiry. */
  close(): void {
    this.#cancelExpiry()
    this.snapshots.close()
  }

  #watchExpiry(license: License | undefined): void {
    this.#cancelExpiry()
    const { device, now: deviceNow } = this.#source()
    const now = serviceTime(device, deviceNow())
    if (license?.expiry === undefined || licenseStatusAt(license, now) !== 'active') return
    const expire = () => {
      this.publish({})
      // The expiry may still be in the future.
      this.#watchExpiry(license)
    }
    this.#cancelExpiry = this.#schedule(expire, Math.min((parseTimestamp(license.expiry) ?? 0) - now, EXPIRY_CHECK_MS))
  }
}
