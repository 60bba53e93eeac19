/** What goes wrong with a request. */
export type Fault =
  /** The request never reaches the service. */
  | { readonly kind: 'drop-request' }
  /** The service does its work and its answer is lost. */
  | { readonly kind: 'drop-answer' }
  /** The service does its work and the connection breaks in the middle of the answer. */
  | { readonly kind: 'reset' }
  /** The request waits before it reaches the service: for milliseconds, or for a promise. */
  | { readonly kind: 'delay'; readonly until: number | Promise<unknown> }
  /** The request reaches the service twice; the second answer comes back. */
  | { readonly kind: 'duplicate' }
  /** Something before the service answers in its place. `retryAfter`: seconds, or an HTTP date. */
  | {
      readonly kind: 'status'
      readonly status: number
      readonly retryAfter?: number | string | undefined
      readonly code?: string | undefined
    }
  /** The service does its work and what comes back is replaced: a malicious service, a proxy, a captive portal. */
  | { readonly kind: 'alter'; readonly alter: (answer: Response, request: Request) => Response | Promise<Response> }

/** Which requests a fault meets. Default: the next one, whatever it is. */
export interface FaultFilter {
  /** In capitals: `POST`. Default: any. */
  readonly method?: string | undefined
  /** The end of the path, for example `/license/create`, or a pattern over the whole path. Default: any. */
  readonly path?: string | RegExp | undefined
  /** How many requests it meets. Default 1; `Number.POSITIVE_INFINITY` until `clear()`. */
  readonly times?: number | undefined
}

/** A script of faults: each request meets the first one that fits it, and uses it up. */
export class FaultScript {
  #script: { readonly fault: Fault; readonly filter: FaultFilter; left: number }[] = []

  /** Adds a fault to the end of the script. */
  add(fault: Fault, filter: FaultFilter = {}): this {
    this.#script.push({ fault, filter, left: filter.times ?? 1 })
    return this
  }

  /** Forgets what has not been met yet. */
  clear(): void {
    this.#script = []
  }

  /** How many faults are still to be met. */
  get pending(): number {
    return this.#script.reduce((sum, { left }) => sum + left, 0)
  }

  /** Takes the fault that a request meets. */
  take(method: string, path: string): Fault | undefined {
    const met = this.#script.find(({ filter }) => fits(filter, method, path))
    if (met === undefined) return undefined
    met.left -= 1
    if (met.left <= 0) this.#script = this.#script.filter((entry) => entry !== met)
    return met.fault
  }
}

function fits(filter: FaultFilter, method: string, path: string): boolean {
  if (filter.method !== undefined && filter.method !== method) return false
  if (filter.path === undefined) return true
  return typeof filter.path === 'string' ? path.endsWith(filter.path) : filter.path.test(path)
}
