import { LicetError } from '../../core/errors.ts'
import type { LicenseRequest } from '../../core/license.ts'
import { MAX_EXTENSION_BYTES } from '../../core/limits.ts'
import { utf8 } from '../../core/signature.ts'
import { DAY_MS } from '../../core/time-units.ts'
import { toCountedNetwork } from '../http/counted-network.ts'
import type { ServiceObserver } from '../observer.ts'
import type { ServiceEvent } from '../service-event.ts'
import type { Storage } from '../storage/storage.ts'
import { addStrangerBytes } from '../storage/stranger-bytes.ts'

/** The part of a quota from which on the operator gets an event. */
export const NEARLY_USED = 0.8
/** A process writes what it has counted when that is this part of the quota, so a hundred processes exceed it by its size at most. */
const WRITTEN_PART = 1 / 100
/** The part of a quota that one network may use in a process, so that one stranger does not use it up for everybody else. */
const NETWORK_PART = 1 / 20
/** Networks of a provider that are counted at the same time. Beyond that, the oldest count is dropped. */
const MAX_COUNTED = 10_000
/** What a license takes besides its texts: the rest of its rows, in five tables, their indexes, and its part of the public log. */
const LICENSE_ROWS_BYTES = 2560
/** What a withdrawal may take beyond the bytes of its license, when there is no room: its rows, and its own `x-` members. */
export const WITHDRAWAL_BYTES: number = LICENSE_ROWS_BYTES + MAX_EXTENSION_BYTES
/** What a device takes besides the id of its person: its key in two tables, and its rows in the indexes. */
const DEVICE_ROW_BYTES = 1280

/** How much unvouched devices of a provider may store on one UTC day. */
export interface StrangerQuota {
  /** Returns whether the quota, and the part of it that the caller's network may use, have room for so many bytes. */
  hasRoom(providerId: string, bytes: number, peerAddress: string | undefined): Promise<boolean>
  /** Counts stored bytes. Writes them to the database when they are many. */
  add(providerId: string, bytes: number, peerAddress: string | undefined): Promise<void>
  /** Writes what was counted. */
  flush(): Promise<void>
}

interface Count {
  day: string
  /** What the database had for all processes, when this one wrote last. */
  stored: number
  /** Counted, and not yet written. */
  pending: number
  /** Bytes by network. */
  readonly networks: Map<string, number>
  isReported: boolean
}

/** Returns how many bytes a license takes. Its uses are in its signed request, and in a copy in each of two tables. */
export function sizeOfLicense(uses: LicenseRequest['uses'], parts: readonly { readonly length: number }[]): number {
  return parts.reduce((sum, { length }) => sum + length, LICENSE_ROWS_BYTES + 2 * utf8(JSON.stringify(uses)).length)
}

/** Returns how many bytes a device takes. */
export function sizeOfDevice(ptr: string): number {
  return DEVICE_ROW_BYTES + ptr.length
}

/** Creates the quota. 0 means no limit. Each process counts in memory, so that a license needs no further statement. */
export function createStrangerQuota(
  {
    storage,
    now,
    onEvent,
    observer,
  }: {
    readonly storage: Storage
    readonly now: () => number
    readonly onEvent: (event: ServiceEvent) => void
    readonly observer: ServiceObserver
  },
  limit: number,
): StrangerQuota {
  const counts = new Map<string, Count>()
  const today = () => new Date(now()).toISOString().slice(0, 10)
  const countOf = (providerId: string): Count => {
    const day = today()
    const known = counts.get(providerId)
    if (known?.day === day) return known
    const count = { day, stored: 0, pending: 0, networks: new Map<string, number>(), isReported: false }
    counts.set(providerId, count)
    return count
  }
  const write = async (providerId: string, count: Count): Promise<void> => {
    const { pending, day } = count
    count.pending = 0
    try {
      count.stored = Math.max(count.stored, await addStrangerBytes(storage, providerId, day, pending))
    } catch (error) {
      count.pending += pending
      throw error
    }
  }
  return {
    async hasRoom(providerId, bytes, peerAddress) {
      if (limit === 0) return true
      const count = countOf(providerId)
      const network = toCountedNetwork(peerAddress)
      // Its first bytes are always within its part: a license can be larger than the part of a small quota.
      const ofNetwork = network === undefined ? 0 : (count.networks.get(network) ?? 0)
      if (ofNetwork > 0 && ofNetwork + bytes > NETWORK_PART * limit) return false
      const usedWith = () => count.stored + count.pending + bytes
      // Near the limit, what other processes have stored matters.
      if (usedWith() > NEARLY_USED * limit) await write(providerId, count)
      return usedWith() <= limit
    },
    async add(providerId, bytes, peerAddress) {
      if (limit === 0) return
      const count = countOf(providerId)
      countNetwork(count, bytes, toCountedNetwork(peerAddress))
      count.pending += bytes
      if (count.pending >= WRITTEN_PART * limit) await write(providerId, count)
      const used = count.stored + count.pending
      observer.quota?.({ quota: 'maxStrangerBytesPerDay', providerId, used, limit })
      if (used >= NEARLY_USED * limit && !count.isReported) {
        count.isReported = true
        onEvent({ type: 'quota_nearly_used', quota: 'maxStrangerBytesPerDay', providerId, used, limit })
      }
    },
    async flush() {
      for (const [providerId, count] of counts) {
        if (count.pending > 0) await write(providerId, count)
        if (count.day === today()) continue
        counts.delete(providerId)
        observer.quota?.({ quota: 'maxStrangerBytesPerDay', providerId, used: 0, limit })
      }
    },
  }
}

function countNetwork({ networks }: Count, bytes: number, network: string | undefined): void {
  if (network === undefined) return
  networks.set(network, (networks.get(network) ?? 0) + bytes)
  const oldest = networks.keys().next()
  if (networks.size > MAX_COUNTED && !oldest.done) networks.delete(oldest.value)
}

/** Creates the error of an unvouched device whose provider has used up the quota. */
export function strangersOverQuota(nowMs: number): LicetError<'too_many_requests'> {
  return new LicetError(
    'too_many_requests',
    'The unvouched devices of this provider or network have stored as much as they may in a day. Nothing was stored. Send the request again after the time in Retry-After, or with an identity token.',
    { retryAfterMs: DAY_MS - (nowMs % DAY_MS) },
  )
}
