import type { Offer } from '../agreement-request.ts'
import type { ResolvedConfig } from '../config.ts'
import type { PageState } from '../snapshot/snapshot.ts'
import type { DeviceStore } from '../storage/device-store.ts'

/** All that the heavy half of a client may touch of the light one. */
export interface Host {
  readonly config: ResolvedConfig
  readonly offer: Offer
  readonly store: DeviceStore
  /** Tells what the page knows now: that it is sending, or what failed. */
  publish(change: Partial<PageState>): void
  /** Runs what nobody waits for but the end of the client. */
  background(task: Promise<unknown>): void
}
