import type { WireErrorCode } from '../core/error-codes.ts'
import type { StrangerQuotaName } from './service-event.ts'

/** A request that was answered. Contains no path, key, token, signature or `ptr`. */
export interface RequestReport {
  /** Method of the route, `OPTIONS`, or `_OTHER` for a method that the path does not support. */
  readonly method: string
  /** Path of the route with its `:name` parts, or `unmatched`. */
  readonly route: string
  readonly status: number
  /** The error code in the response. */
  readonly code?: WireErrorCode | undefined
  /** From the arrival of the request to its response, in milliseconds. */
  readonly durationMs: number
  /** The id that the host gave the request, which `serve` also sends in `X-Request-Id`. */
  readonly requestId?: string | undefined
  /** Ids of the caller's trace and span, from the header `traceparent` (W3C Trace Context). */
  readonly traceId?: string | undefined
  readonly spanId?: string | undefined
}

/** A license that was stored or ended by a request. Expiry is not reported, because no request causes it. */
export interface LicenseChange {
  readonly providerId: string
  readonly status: 'active' | 'superseded' | 'revoked'
}

/** How much of a quota of strangers is used. */
export interface QuotaUse {
  /** The option of the quota. */
  readonly quota: StrangerQuotaName
  /** Only for a quota of a provider. */
  readonly providerId?: string | undefined
  readonly used: number
  readonly limit: number
}

/** Receives what the service does, for metrics and logs. A function must return quickly and must not throw. */
export interface ServiceObserver {
  request?(report: RequestReport): void
  license?(change: LicenseChange): void
  quota?(use: QuotaUse): void
}

// The version ff is not valid. A later version can have more members.
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}(?:-|$)/

/** Reads the ids of the caller's trace and span (W3C Trace Context, section 3.2). Empty when the header is missing or not valid. */
export function readTraceContext(headers: Headers): Pick<RequestReport, 'traceId' | 'spanId'> {
  const [, traceId, spanId] = TRACEPARENT.exec(headers.get('traceparent') ?? '') ?? []
  return traceId === undefined ? {} : { traceId, spanId }
}

/** Combines observers. Each receives every report. */
export function combineObservers(observers: readonly ServiceObserver[]): ServiceObserver {
  return {
    ...(observers.some(({ request }) => request !== undefined) && {
      request: (report: RequestReport) => {
        for (const observer of observers) observer.request?.(report)
      },
    }),
    license: (change) => {
      for (const observer of observers) observer.license?.(change)
    },
    quota: (use) => {
      for (const observer of observers) observer.quota?.(use)
    },
  }
}
