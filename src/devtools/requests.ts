import { Subscribable } from '../client/snapshot/subscribable.ts'

/** A request of a client, without headers and body: they contain tokens and signatures. */
export interface ObservedRequest {
  readonly id: number
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly method: string
  readonly path: string
  /** 1, or more when the requests before it with the same method and path failed. */
  readonly attempt: number
  /** Missing until the response arrives, and without a response. */
  readonly status?: number
  /** How long the response took. Missing while the request runs. */
  readonly ms?: number
  /** Why there is no response. */
  readonly failure?: string
}

/** The number of requests that are kept. */
const KEPT = 100

/** The newest requests of all clients of the page, oldest first. */
export const requests = new Subscribable<readonly ObservedRequest[]>([])

let lastId = 0

/** Returns a `fetch` that notes each of its requests. */
export function withRequestLog(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
    const path = new URL(url, globalThis.location?.href).pathname
    const id = ++lastId
    const request = { id, at: Date.now(), method, path, attempt: attemptOf(method, path) }
    requests.set([...requests.get(), request].slice(-KEPT))
    const start = performance.now()
    const end = (outcome: Pick<ObservedRequest, 'status' | 'failure'>) => {
      const ended = { ...request, ...outcome, ms: Math.round(performance.now() - start) }
      requests.set(requests.get().map((one) => (one.id === id ? ended : one)))
    }
    try {
      const response = await send(input, init)
      end({ status: response.status })
      return response
    } catch (error) {
      end({ failure: error instanceof Error ? error.message : String(error) })
      throw error
    }
  }
}

/** Whether a request ended without what it was for. */
export function isFailed({ status, failure }: ObservedRequest): boolean {
  return failure !== undefined || (status !== undefined && status >= 400)
}

function attemptOf(method: string, path: string): number {
  const last = requests.get().findLast((one) => one.method === method && one.path === path)
  return last !== undefined && isFailed(last) ? last.attempt + 1 : 1
}
