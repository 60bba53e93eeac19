/** A failure of a request. */
export type Fault =
  /** The request does not reach the service. `fetch` rejects. */
  | { readonly kind: 'drop-request' }
  /** The service processes the request, and its response is lost. `fetch` rejects. */
  | { readonly kind: 'drop-response' }
  /** The service processes the request, and the connection breaks in the middle of the response. */
  | { readonly kind: 'reset' }
  /** The request reaches the service later: after a number of milliseconds, or when a promise resolves. */
  | { readonly kind: 'delay'; readonly until: number | Promise<unknown> }
  /** The request reaches the service twice. The second response is returned. */
  | { readonly kind: 'duplicate' }
  /** A proxy responds instead of the service; with `code`, the service refuses. `retryAfter`: seconds, or an HTTP date. */
  | {
      readonly kind: 'status'
      readonly status: number
      readonly retryAfter?: number | string | undefined
      readonly code?: string | undefined
    }
  /** The service processes the request, and its response is replaced, as by a malicious service, a proxy or a captive portal. */
  | { readonly kind: 'alter'; readonly alter: (response: Response, request: Request) => Response | Promise<Response> }

/** Selects the requests that a fault applies to. Default: the next request. */
export interface FaultFilter {
  /** In capitals: `POST`. Default: any method. */
  readonly method?: string | undefined
  /** The end of the path, for example `/license/create`, or a pattern for the whole path. Default: any path. */
  readonly path?: string | RegExp | undefined
  /** The number of requests that the fault applies to. Default: 1. Use `Number.POSITIVE_INFINITY` for all requests until `clear()`. */
  readonly times?: number | undefined
}

/**
 * A list of faults. Each request gets the first fault that matches it, and uses it up.
 *
 * @example
 * test.faults.add({ kind: 'status', status: 503, retryAfter: 2 }, { path: '/license/create', times: 2 })
 */
export class FaultScript {
  #entries: { readonly fault: Fault; readonly filter: FaultFilter; left: number }[] = []

  /** Adds a fault to the end of the list. Returns the script, so that calls can be chained. */
  add(fault: Fault, filter: FaultFilter = {}): this {
    this.#entries.push({ fault, filter, left: filter.times ?? 1 })
    return this
  }

  /** Removes all faults. */
  clear(): void {
    this.#entries = []
  }

  /** The number of requests that still get a fault. */
  get pending(): number {
    return this.#entries.reduce((sum, { left }) => sum + left, 0)
  }

  /** Returns the fault of a request and uses it up, or `undefined` if none matches. The `fetch` of the test service calls it. */
  take(method: string, path: string): Fault | undefined {
    const match = this.#entries.find(({ filter }) => matches(filter, method, path))
    if (match === undefined) return undefined
    match.left -= 1
    if (match.left <= 0) this.#entries = this.#entries.filter((entry) => entry !== match)
    return match.fault
  }
}

function matches(filter: FaultFilter, method: string, path: string): boolean {
  if (filter.method !== undefined && filter.method !== method) return false
  if (filter.path === undefined) return true
  return typeof filter.path === 'string' ? path.endsWith(filter.path) : path.search(filter.path) >= 0
}
