import { LicetError } from '../../core/errors.ts'
import { DAY_MS } from '../../core/time-units.ts'

/** What a chain of refresh tokens takes: its row, and its rows in the indexes. */
const CHAIN_BYTES = 512
/** The part of the quota of strangers that the chains of a provider may take, so that they leave room for licenses. */
const CHAINS_PART = 1 / 10

/** How many chains of refresh tokens a provider may store on one UTC day. Anybody can get their first tokens: its key is public. */
export interface ChainQuota {
  /** Returns whether another chain may be stored. */
  hasRoom(providerId: string): boolean
  /** Counts a stored chain. */
  add(providerId: string): void
}

/**
 * Creates the quota, from the bytes that strangers may store on a day. 0 means no limit. Each process counts in memory: beyond the quota a
 * client gets new tokens with its credentials, for which nothing is stored.
 */
export function createChainQuota({ now }: { readonly now: () => number }, strangerBytes: number): ChainQuota {
  const limit = Math.max(1, Math.floor((strangerBytes * CHAINS_PART) / CHAIN_BYTES))
  let day = 0
  const counts = new Map<string, number>()
  const countOf = (providerId: string): number => {
    const today = Math.floor(now() / DAY_MS)
    if (today !== day) counts.clear()
    day = today
    return counts.get(providerId) ?? 0
  }
  return {
    hasRoom: (providerId) => strangerBytes === 0 || countOf(providerId) < limit,
    add: (providerId) => {
      counts.set(providerId, countOf(providerId) + 1)
    },
  }
}

/** Creates the error of a revocation that would store more chains than the quota permits. */
export function tooManyChains(nowMs: number): LicetError<'too_many_requests'> {
  return new LicetError(
    'too_many_requests',
    'Clients of this provider have stored as many refresh tokens as they may in a day. Nothing was revoked. Send the request again after the time in Retry-After, or revoke the token with an API key.',
    { retryAfterMs: DAY_MS - (nowMs % DAY_MS) },
  )
}
