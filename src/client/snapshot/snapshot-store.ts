import { type License, licenseStatusAt } from '../../core/license.ts'
import { parseTimestamp } from '../../core/timestamp.ts'
import type { Schedule } from '../environment.ts'
import { serviceTime } from '../record/stored-device.ts'
import type { ClientSnapshot } from '../types.ts'
import { EXPIRY_CHECK_MS } from '../wait.ts'
import { type PageState, reuseSnapshot, type SnapshotInput, toSnapshot } from './snapshot.ts'

/** Returns everything that a snapshot is computed from, except the state of the page. */
export type SnapshotSource = () => Omit<SnapshotInput, 'page'>

/** Holds the state of the page and the snapshot, and notifies subscribers of changes, including when a license expires. */
export class SnapshotStore {
  readonly #source: SnapshotSource
  readonly #schedule: Schedule
  readonly #listeners = new Set<() => void>()
  #page: PageState
  #snapshot: ClientSnapshot
  #cancelExpiry = () => {}

  constructor(page: PageState, source: SnapshotSource, schedule: Schedule) {
    this.#page = page
    this.#source = source
    this.#schedule = schedule
    this.#snapshot = toSnapshot({ ...source(), page })
  }

  /** The current snapshot: the same object until something in it changes. */
  get snapshot(): ClientSnapshot {
    return this.#snapshot
  }

  /** The state of the page as it was last published. */
  get page(): PageState {
    return this.#page
  }

  /** Calls the listener after every change of the snapshot. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void {
    // A wrapper, so that the same listener can be subscribed twice and unsubscribed one by one.
    const entry = () => listener()
    this.#listeners.add(entry)
    return () => this.#listeners.delete(entry)
  }

  /** Changes the state of the page, computes the snapshot again, and notifies subscribers if it changed. */
  publish(change: Partial<PageState>): void {
    this.#page = { ...this.#page, ...change }
    const next = reuseSnapshot(this.#snapshot, toSnapshot({ ...this.#source(), page: this.#page }))
    if (next === this.#snapshot) return
    this.#snapshot = next
    this.#watchExpiry(next.license)
    for (const listener of [...this.#listeners]) callListener(listener)
  }

  /** Removes all subscribers and the timer of the expiry. */
  close(): void {
    this.#cancelExpiry()
    this.#listeners.clear()
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

// An error of the host app's listener must not stop the client from storing a license.
function callListener(listener: () => void): void {
  try {
    listener()
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}
