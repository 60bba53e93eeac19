import { AUTH_PATHS, TRAIL_PATHS } from '../../../src/protocol/paths.ts'

/** A request of a journey, and its answer. */
export interface LoggedRequest {
  readonly at: number
  readonly method: string
  readonly path: string
  /** What the request is for. */
  readonly purpose: string
  /** The status of the answer, `none` without a network, and `undefined` until it is there. */
  readonly status: number | 'none' | undefined
}

/** The requests of a journey, in their order. */
export class RequestLog {
  #requests: readonly LoggedRequest[] = []
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly getRequests = (): readonly LoggedRequest[] => this.#requests

  /** Returns a `fetch` that adds its requests to the log. */
  watch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
    return async (input, init) => {
      const request = new Request(input, init)
      const path = new URL(request.url).pathname
      const at = this.#requests.length
      this.#set(at, { at, method: request.method, path, purpose: purposeOf(request.method, path), status: undefined })
      try {
        const response = await fetch(request)
        this.#set(at, { status: response.status })
        return response
      } catch (error) {
        this.#set(at, { status: 'none' })
        throw error
      }
    }
  }

  #set(at: number, changed: Partial<LoggedRequest>): void {
    const requests: LoggedRequest[] = [...this.#requests]
    requests[at] = { ...requests[at], ...changed } as LoggedRequest
    this.#requests = requests
    for (const listener of this.#listeners) listener()
  }
}

function purposeOf(method: string, path: string): string {
  if (path.endsWith(AUTH_PATHS.token)) return 'Gets a token for this device'
  if (path.endsWith(AUTH_PATHS.revoke)) return 'Ends a token'
  if (path.endsWith(AUTH_PATHS.jwks)) return 'Gets the keys that verify receipts'
  if (path.endsWith(AUTH_PATHS.metadata)) return 'Finds the addresses of the service'
  if (path.endsWith(TRAIL_PATHS.createLicense)) return 'Stores the signed license'
  if (path.endsWith(TRAIL_PATHS.verifyLicense)) return 'Asks whether a use is permitted'
  if (/\/provider\/[^/]+\/user$/.test(path)) return 'Registers the key of this device'
  return method === 'GET' ? 'Reads the license' : 'Changes the license'
}
