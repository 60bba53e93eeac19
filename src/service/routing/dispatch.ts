import type { WireErrorCode } from '../../core/error-codes.ts'
import { LicetError } from '../../core/errors.ts'
import { readCaller } from '../admission/read-caller.ts'
import { type CorsOption, corsHeaders, respondOptions } from '../http/cors.ts'
import { receiveBody } from '../http/read-body.ts'
import { Overloaded } from '../http/report-overload.ts'
import { respondError, type WireError } from '../http/respond-error.ts'
import { readTraceContext } from '../observer.ts'
import type { ServiceContext } from '../service-context.ts'
import { reportFailure } from './report-failure.ts'
import type { RequestOrigin, Route, RouteCall } from './route.ts'

/** Responds to a request with one of the routes of its path. */
export type Dispatch = (routes: readonly Route[], call: DispatchedCall) => Promise<Response>

/** What {@link Dispatch} needs of a request. */
export interface DispatchedCall extends Pick<RouteCall, 'request' | 'path' | 'params' | 'peerAddress'> {
  readonly waitedMs: number
  readonly requestId?: string | undefined
  readonly incomingBody: RequestOrigin['incomingBody']
}

/** A response, and the error that it contains. */
interface Outcome {
  readonly response: Response
  readonly code?: WireErrorCode
}

interface Answered {
  readonly method: string
  readonly call: DispatchedCall
  readonly response: Response
  readonly code?: WireErrorCode | undefined
  readonly begun: number
}

/** Creates the function that picks the route by method, and handles preflights, errors, `Date` and CORS headers. */
export function createDispatcher(context: ServiceContext, cors: CorsOption): Dispatch {
  const { observer, monotonic } = context
  const report = ({ method, call, response, code, begun }: Answered): void => {
    if (observer.request === undefined) return
    const { path: route, requestId, waitedMs, request } = call
    const durationMs = monotonic() - begun + waitedMs
    const trace = readTraceContext(request.headers)
    observer.request({ method, route, status: response.status, code, durationMs, requestId, ...trace })
  }
  return async (routes, call) => {
    const { request } = call
    const begun = monotonic()
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const crossOrigin = routes.filter((route) => route.cors !== false)
    const origins = crossOrigin.some((route) => route.cors === 'every') ? '*' : cors
    if (method === 'OPTIONS') {
      const methods = crossOrigin.map((route) => route.method)
      const response = respondOptions(request, crossOrigin.length > 0 ? origins : [], allowedMethods(routes), methods)
      report({ method, call, response, begun })
      return response
    }

    const route = routes.find((candidate) => candidate.method === method)
    const { response, code } =
      route === undefined
        ? refuseMethod(routes, request)
        : await handle(route, { ...call, context, url: () => new URL(request.url) })
    report({ method: route?.method ?? '_OTHER', call, response, code, begun })
    response.headers.set('date', new Date(context.now()).toUTCString())
    if (route === undefined ? crossOrigin.length > 0 : route.cors !== false) {
      for (const [name, value] of Object.entries(corsHeaders(request, origins))) response.headers.set(name, value)
    }
    return response
  }
}

async function handle(route: Route, call: Omit<RouteCall, 'body'> & DispatchedCall): Promise<Outcome> {
  const { context, request, path, peerAddress, waitedMs, incomingBody, requestId } = call
  const share = context.bodies.open(peerAddress)
  const { work } = route
  const admitted = work && { work, caller: readCaller(request, context.keys.recallClient, peerAddress), waitedMs }
  let reported: WireError
  try {
    if (admitted !== undefined) context.admission.check(admitted)
    // Received before the turn, so that a slow sender takes no turn. The handler decides when an error of the body matters.
    const [received] = await Promise.allSettled([receiveBody(request, share, incomingBody)])
    const body = async () => {
      if (received.status === 'rejected') throw received.reason
      return received.value
    }
    const run = async () => {
      // Whether a token or license has expired depends on the clock. The keys are read again, because it may be right by now.
      if (admitted !== undefined && !context.clock.isUsable()) {
        await context.keys.signingKid()
        context.clock.assertUsable()
      }
      return route.handle({ ...call, body })
    }
    return { response: await (admitted === undefined ? run() : context.admission.run(admitted, run)) }
  } catch (error) {
    const where = { method: route.method, route: path, ...(requestId !== undefined && { requestId }) }
    reported = reportFailure(context, where, error)
  } finally {
    share.release()
  }
  // Without the body of the request in memory.
  const isRefusal = reported.cause instanceof Overloaded || reported.code === 'too_many_requests'
  if (admitted !== undefined && isRefusal) await context.refusals.hold(admitted.caller)
  return { response: respondError(reported, route.errors ?? 'problem', request), code: reported.code }
}

/** Lists every method of the path, for any origin (`Allow`, RFC 9110 section 10.2.1). */
function allowedMethods(routes: readonly Route[]): string {
  const methods = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return [...methods, 'OPTIONS'].join(', ')
}

function refuseMethod(routes: readonly Route[], request: Request): Outcome {
  const allow = allowedMethods(routes)
  const error = new LicetError(
    'method_not_allowed',
    `This path does not support the method of the request. Nothing was done. Use one of ${allow}.`,
  )
  return { response: respondError(error, routes[0]?.errors ?? 'problem', request, { allow }), code: error.code }
}
