import type { Fault, FaultScript } from './faults.ts'

/** A request to the test service, without headers and body. */
export interface SeenRequest {
  readonly method: string
  readonly path: string
  /** The fault that applied to the request. */
  readonly fault?: Fault['kind'] | undefined
  /** The status that the client received. `undefined` when it received no response. */
  status?: number | undefined
}

/** Options of {@link createFaultyFetch}. */
export interface FaultyFetchOptions {
  /** Handles the requests that reach the service. */
  readonly handle: (request: Request) => Promise<Response>
  readonly faults: FaultScript
  /** Receives an entry for each request. */
  readonly requests: SeenRequest[]
  /** Whether there is a network. */
  readonly isOnline: () => boolean
  /** Returns the service's time in milliseconds since the epoch, for the `Date` header of each response. */
  readonly now: () => number
}

/** Creates a `fetch` that calls a handler instead of the network and applies the faults of a script. */
export function createFaultyFetch({ handle, faults, requests, isOnline, now }: FaultyFetchOptions): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const path = new URL(request.url).pathname
    const fault = faults.take(request.method, path)
    const entry: SeenRequest = { method: request.method, path, fault: fault?.kind }
    requests.push(entry)
    if (!isOnline()) throw new TypeError('fetch failed')
    const handled = applyFault(fault, request, handle)
    const response = withDate(await untilAborted(handled, request.signal), now())
    entry.status = response.status
    return response
  }
}

async function applyFault(
  fault: Fault | undefined,
  request: Request,
  handle: (request: Request) => Promise<Response>,
): Promise<Response> {
  switch (fault?.kind) {
    case undefined:
      return handle(request)
    case 'drop-request':
      throw new TypeError('fetch failed')
    case 'drop-response':
      await handle(request)
      throw new TypeError('fetch failed')
    case 'reset':
      return truncate(await handle(request))
    case 'delay':
      await (typeof fault.until === 'number' ? new Promise((resolve) => setTimeout(resolve, Number(fault.until))) : fault.until)
      request.signal.throwIfAborted()
      return handle(request)
    case 'duplicate':
      await handle(request.clone())
      return handle(request)
    case 'status':
      return toStatus(fault)
    case 'alter':
      return fault.alter(await handle(request.clone()), request)
  }
}

// An abort does not stop the handler, because the request may have reached the service.
async function untilAborted(handled: Promise<Response>, signal: AbortSignal): Promise<Response> {
  handled.catch(() => {})
  if (signal.aborted) throw signal.reason
  let abort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
  })
  try {
    return await Promise.race([handled, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

async function truncate(response: Response): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  let sent = false
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent) controller.error(new TypeError('terminated'))
      else controller.enqueue(bytes.subarray(0, bytes.length >> 1))
      sent = true
    },
  })
  return new Response(body, { status: response.status, headers: response.headers })
}

function toStatus({ status, retryAfter, code }: Extract<Fault, { kind: 'status' }>): Response {
  const headers = {
    'content-type': 'application/problem+json',
    ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
  }
  return new Response(code === undefined ? null : JSON.stringify({ code, status }), { status, headers })
}

function withDate(response: Response, now: number): Response {
  const headers = new Headers(response.headers)
  if (!headers.has('date')) headers.set('date', new Date(now).toUTCString())
  return new Response(response.body, { status: response.status, headers })
}
