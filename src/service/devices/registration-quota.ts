import { LicetError } from '../../core/errors.ts'
import { HOUR_MS } from '../../core/time-units.ts'
import { toCountedNetwork } from '../http/counted-network.ts'
import { NEARLY_USED } from '../licenses/stranger-quota.ts'
import type { ServiceObserver } from '../observer.ts'
import type { ServiceEvent } from '../service-event.ts'

/** Networks that are counted at the same time. Beyond that, the oldest count is dropped. */
const MAX_COUNTED = 10_000

/** How many unvouched devices one network may register in an hour. */
export interface RegistrationQuota {
  /** Counts a registration. Returns the milliseconds to wait when the quota is used up, otherwise 0. */
  take(peerAddress: string | undefined): number
  /** Takes back a registration that stored nothing new. */
  giveBack(peerAddress: string | undefined): void
  /** Reports the use again when the hour of the busiest network has ended. */
  flush(): void
}

interface Count {
  readonly begun: number
  registrations: number
  isReported: boolean
}

/**
 * Creates the quota. 0 means no limit. A network is an IPv4 address or an IPv6 /48. Each process counts in memory, so that the database has
 * no address of a person. This machine has no limit: its own proxy connects for many callers.
 */
export function createRegistrationQuota(
  {
    monotonic,
    onEvent,
    observer,
  }: {
    readonly monotonic: () => number
    readonly onEvent: (event: ServiceEvent) => void
    readonly observer: ServiceObserver
  },
  limit: number,
): RegistrationQuota {
  const counts = new Map<string, Count>()
  /** The network that has registered the most devices in its hour. Another one must not hide that it fills its quota. */
  let busiest: Count | undefined
  const isCurrent = ({ begun }: Count): boolean => monotonic() - begun < HOUR_MS
  const reportUse = (): void => observer.quota?.({ quota: 'maxRegistrationsPerHour', used: busiest?.registrations ?? 0, limit })
  const forgetEnded = (): void => {
    if (busiest === undefined || isCurrent(busiest)) return
    const current = [...counts.values()].filter(isCurrent)
    busiest = current.sort((one, other) => other.registrations - one.registrations)[0]
    reportUse()
  }
  const find = (peerAddress: string | undefined): readonly [string, Count] | undefined => {
    const network = toCountedNetwork(peerAddress)
    if (limit === 0 || network === undefined) return undefined
    const known = counts.get(network)
    if (known !== undefined && isCurrent(known)) return [network, known]
    const count = { begun: monotonic(), registrations: 0, isReported: false }
    // Deleted first, so that the map is ordered by the start of each hour.
    counts.delete(network)
    counts.set(network, count)
    const oldest = counts.keys().next()
    if (counts.size > MAX_COUNTED && !oldest.done) counts.delete(oldest.value)
    return [network, count]
  }
  return {
    take(peerAddress) {
      const found = find(peerAddress)
      if (found === undefined) return 0
      const [network, count] = found
      if (count.registrations >= limit) return count.begun + HOUR_MS - monotonic()
      count.registrations++
      forgetEnded()
      if (busiest === undefined || count.registrations > busiest.registrations) busiest = count
      reportUse()
      if (count.registrations >= NEARLY_USED * limit && !count.isReported) {
        count.isReported = true
        onEvent({ type: 'quota_nearly_used', quota: 'maxRegistrationsPerHour', network, used: count.registrations, limit })
      }
      return 0
    },
    giveBack(peerAddress) {
      const found = find(peerAddress)
      if (found !== undefined && found[1].registrations > 0) found[1].registrations--
    },
    flush: forgetEnded,
  }
}

/** Creates the error of a network that has registered as many devices as it may. */
export function tooManyRegistrations(retryAfterMs: number): LicetError<'too_many_requests'> {
  return new LicetError(
    'too_many_requests',
    'This network has reached its limit of new devices within an hour. Nothing was registered. Send the request again after the time in Retry-After, or with an identity token.',
    { retryAfterMs },
  )
}
