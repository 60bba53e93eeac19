import type { License, LicenseStatus } from '../core/license.ts'

/** The configuration of an `AuthClient`. */
export interface AuthClientConfig {
  /** Base URL of the authorization host, absolute, http or https. */
  readonly authUrl: string
  /** Base URL of the license host. Default: `authUrl`. */
  readonly trailUrl?: string | undefined
  /** Issuer that tokens must have. Default: `authUrl`. */
  readonly issuer?: string | undefined
  /**
   * The API key with which {@link AuthClient.permits} asks, as `licet api-key create --scope trail` printed it. The other methods take a
   * token.
   */
  readonly credentials?: { readonly userId: string; readonly apiKey: string } | undefined
  /** The provider whose licenses answer {@link AuthClient.permits}. Default: every provider of the organization. */
  readonly providerId?: string | undefined
  /**
   * How long {@link AuthClient.permits} keeps an answer, in milliseconds: a withdrawal takes effect on this server within this time.
   * Default: 5,000. With 0, each question asks the service.
   */
  readonly permitCacheMs?: number | undefined
  /** Sends requests. Default: the global `fetch`. */
  readonly fetch?: typeof fetch | undefined
  /** Returns the time in milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: (() => number) | undefined
  /** Returns milliseconds of a monotonic clock, for cooldowns. Default: `performance.now`. */
  readonly monotonic?: (() => number) | undefined
  /** Time limit of each request, in milliseconds. Default: 15,000. */
  readonly timeoutMs?: number | undefined
}

/** Selects registrations: of an address, or of a user id of your app. */
export type AddressQuery = { readonly address: string } | { readonly id: string }

/** Selects a page of licenses. */
export interface LicensePageQuery {
  /** 1 to 100. Default: 20. */
  readonly limit?: number | undefined
  /** `next` of the previous page. Default: the first page. */
  readonly cursor?: string | undefined
  /** Only licenses of this provider. Like the other filters, only for the token of an API key. */
  readonly providerId?: string | undefined
  /** Only licenses of this person, by your own id. */
  readonly userId?: string | undefined
  /** Only licenses of this device. */
  readonly address?: string | undefined
  /** Only licenses that have this status now. */
  readonly status?: LicenseStatus | undefined
  /** Only licenses that were stored after this time: RFC 3339 in UTC. */
  readonly createdAfter?: string | undefined
  /** Only licenses that were stored before this time: RFC 3339 in UTC. */
  readonly createdBefore?: string | undefined
  /** Only licenses with this text, or one of these texts, by hash: `termsHash` of a license. */
  readonly termsHash?: string | readonly string[] | undefined
  /** Only licenses with another text. With `status: 'active'`, the people who have not agreed to the text of these hashes yet. */
  readonly notTermsHash?: string | readonly string[] | undefined
  /** Only licenses that were in force at this time, whatever their status is now: RFC 3339 in UTC. */
  readonly asOf?: string | undefined
}

/** Returns a query of licenses with the names of the protocol. */
export function toLicenseQuery({ limit, cursor, providerId, userId, address, status, ...query }: LicensePageQuery) {
  return {
    limit,
    cursor,
    provider_id: providerId,
    ptr: userId,
    address,
    status,
    created_after: query.createdAfter,
    created_before: query.createdBefore,
    terms_hash: query.termsHash?.toString(),
    not_terms_hash: query.notTermsHash?.toString(),
    as_of: query.asOf,
  }
}

/**
 * A page of licenses, newest first. It may contain fewer than `limit` when licenses are large, and none when a filter selects few: a page
 * examines a limited number of licenses. `next` continues.
 */
export interface LicensePage {
  /** The licenses of this page. */
  readonly licenses: readonly License[]
  /** `cursor` of the next page. `undefined` on the last page. */
  readonly next?: string | undefined
}
