import type { License } from '../core/license.ts'

/** The configuration of an `AuthClient`. */
export interface AuthClientConfig {
  /** Base URL of the authorization host, absolute, http or https. */
  readonly authUrl: string
  /** Base URL of the license host. Default: `authUrl`. */
  readonly trailUrl?: string | undefined
  /** Issuer that tokens must name. Default: `authUrl`. */
  readonly issuer?: string | undefined
  /** Sends requests. Default: the global `fetch`. */
  readonly fetch?: typeof fetch | undefined
  /** Returns the time in milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: (() => number) | undefined
  /** Returns milliseconds of a monotonic clock, for cooldowns. Default: `performance.now`. */
  readonly monotonic?: (() => number) | undefined
  /** Time limit of each request, in milliseconds. Default: 15,000. */
  readonly timeoutMs?: number | undefined
}

/** Selects registrations: those of an address, or those of a user id of your app. */
export type AddressQuery = { readonly address: string } | { readonly id: string }

/** Selects a page of licenses. */
export interface LicensePageQuery {
  /** 1 to 100. Default: 20. */
  readonly limit?: number | undefined
  /** `next` of the previous page. Default: the first page. */
  readonly cursor?: string | undefined
}

/** A page of licenses, newest first. It may contain fewer than `limit` when licenses are large. */
export interface LicensePage {
  /** The licenses of this page. */
  readonly licenses: readonly License[]
  /** `cursor` of the next page. `undefined` on the last page. */
  readonly next?: string | undefined
}
