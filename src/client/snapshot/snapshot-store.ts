import { type License, licenseStatusAt } from '../../core/license.ts'
import { parseTimestamp } from '../../core/timestamp.ts'
import type { Schedule } from '../environment.ts'
import { serviceTime } from '../storage/stored-device.ts'
import type { ClientSnapshot } from '../types.ts'
import { type PageState, reuseSnapshot, type SnapshotInput, toSnapshot } from './snapshot.ts'

/** All that a snapshot is computed with, but what the page itself knows. */
export type SnapshotSource = () => Omit<SnapshotInput, 'page'>

/** What the page knows, the snapshot computed from it, and who is told of its changes; a change that only time brings is told too. */
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

  /** The same object until something in it changes. */
  get snapshot(): ClientSnapshot {
    return this.#snapshot
  }

  /** Calls the listener after every change of the snapshot. Returns what ends it. */
  subscribe(listener: () => void): () => void {
    // The same listener may be given twice, and each ends by itself.
    const own = () => listener()
    this.#listeners.add(own)
    return () => this.#listeners.delete(own)
  }

  /** Computes the snapshot anew and tells whoever listens, when it changed. */
  publish(change: Partial<PageState>): void {
    this.#page = { ...this.#page, ...change }
    const next = reuseSnapshot(this.#snapshot, toSnapshot({ ...this.#source(), page: this.#page }))
    if (next === this.#snapshot) return
    this.#snapshot = next
    this.#watchExpiry(next.license)
    for (const listener of [...this.#listeners]) callListener(listener)
  }

  /** Tells nobody any more. */
  close(): void {
    this.#cancelExpiry()
    this.#listeners.clear()
  }

  #watchExpiry(license: License | undefined): void {
    this.#cancelExpiry()
    const { device, now: ours } = this.#source()
    const now = serviceTime(device, ours())
    if (license?.expiry === undefined || licenseStatusAt(license, now) !== 'active') return
    const expire = () => {
      this.publish({})
      // A timer reaches 24 days at most.
      this.#watchExpiry(license)
    }
    this.#cancelExpiry = this.#schedule(expire, (parseTimestamp(license.expiry) ?? 0) - now)
  }
}

// A listener that throws is the host's own fault, and must not keep a record from being stored.
function callListener(listener: () => void): void {
  try {
    listener()
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}
