import type { Fault, FaultScript } from './faults.ts'

/** A request as the test service saw it. Holds no header and no body. */
export interface SeenRequest {
  readonly method: string
  readonly path: string
  /** The fault that it met. */
  readonly fault?: Fault['kind'] | undefined
  /** What the client got to see; `undefined` when it got nothing. */
  status?: number | undefined
}

/** What stands behind {@link createFaultyFetch}. */
export interface FaultyFetchOptions {
  readonly handle: (request: Request) => Promise<Response>
  readonly faults: FaultScript
  readonly seen: SeenRequest[]
  /** Whether there is a network at all. */
  readonly isOnline: () => boolean
  /** The service's clock in milliseconds since the epoch, for the `Date` of each answer. */
  readonly now: () => number
}

/** Makes a `fetch` that ends at a handler instead of a network, and meets the faults of a script on the way. */
export function createFaultyFetch({ handle, faults, seen, isOnline, now }: FaultyFetchOptions): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const path = new URL(request.url).pathname
    const fault = faults.take(request.method, path)
    const entry: SeenRequest = { method: request.method, path, fault: fault?.kind }
    seen.push(entry)
    if (!isOnline()) throw new TypeError('fetch failed')
    const handled = meet(fault, request, handle)
    const answer = withDate(await untilAborted(handled, request.signal), now())
    entry.status = answer.status
    return answer
  }
}

async function meet(
  fault: Fault | undefined,
  request: Request,
  handle: (request: Request) => Promise<Response>,
): Promise<Response> {
  switch (fault?.kind) {
    case undefined:
      return handle(request)
    case 'drop-request':
      throw new TypeError('fetch failed')
    case 'drop-answer':
      await handle(request)
      throw new TypeError('fetch failed')
    case 'reset':
      return breakOff(await handle(request))
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

// What was sent may have arrived: the handler goes on, only the waiting ends.
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

async function breakOff(answer: Response): Promise<Response> {
  const bytes = new Uint8Array(await answer.arrayBuffer())
  let sent = false
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent) controller.error(new TypeError('terminated'))
      else controller.enqueue(bytes.subarray(0, bytes.length >> 1))
      sent = true
    },
  })
  return new Response(body, { status: answer.status, headers: answer.headers })
}

function toStatus({ status, retryAfter, code }: Extract<Fault, { kind: 'status' }>): Response {
  const headers = {
    'content-type': 'application/problem+json',
    ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
  }
  return new Response(code === undefined ? null : JSON.stringify({ code, status }), { status, headers })
}

function withDate(answer: Response, now: number): Response {
  const headers = new Headers(answer.headers)
  if (!headers.has('date')) headers.set('date', new Date(now).toUTCString())
  return new Response(answer.body, { status: answer.status, headers })
}
