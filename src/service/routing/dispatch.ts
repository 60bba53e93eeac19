import { LicetError } from '../../core/errors.ts'
import { readCaller } from '../admission/read-caller.ts'
import { type CorsOption, corsHeaders, respondOptions } from '../http/cors.ts'
import { receiveBody } from '../http/read-body.ts'
import { respondError } from '../http/respond-error.ts'
import type { ServiceContext } from '../service-context.ts'
import { reportFailure } from './report-failure.ts'
import type { RequestOrigin, Route, RouteCall } from './route.ts'

/** Responds to a request with one of the routes of its path. */
export type Dispatch = (routes: readonly Route[], call: DispatchedCall) => Promise<Response>

/** What {@link Dispatch} needs of a request. */
export interface DispatchedCall extends Pick<RouteCall, 'request' | 'path' | 'params' | 'peerAddress'> {
  readonly waitedMs: number
  readonly incomingBody: RequestOrigin['incomingBody']
}

/** Creates the function that picks the route by method, and handles preflights, errors, `Date` and CORS headers. */
export function createDispatcher(context: ServiceContext, cors: CorsOption): Dispatch {
  return async (routes, call) => {
    const { request } = call
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const crossOrigin = routes.filter((route) => route.cors)
    if (method === 'OPTIONS')
      return respondOptions(
        request,
        crossOrigin.length > 0 ? cors : [],
        allowedMethods(routes),
        crossOrigin.map((route) => route.method),
      )

    const route = routes.find((candidate) => candidate.method === method)
    const response =
      route === undefined
        ? refuseMethod(routes, request)
        : await handle(route, { ...call, context, url: () => new URL(request.url) })
    response.headers.set('date', new Date(context.now()).toUTCString())
    if (route?.cors ?? crossOrigin.length > 0) {
      for (const [name, value] of Object.entries(corsHeaders(request, cors))) response.headers.set(name, value)
    }
    return response
  }
}

async function handle(route: Route, call: Omit<RouteCall, 'body'> & DispatchedCall): Promise<Response> {
  const { context, request, path, peerAddress, waitedMs, incomingBody } = call
  const share = context.bodies.open(peerAddress)
  try {
    const { work } = route
    const admitted = work && { work, caller: readCaller(request, context.keys.recallClient, peerAddress), waitedMs }
    if (admitted !== undefined) context.admission.check(admitted)
    // Received before the turn, so that a slow sender takes no turn. The handler decides when an error of the body matters.
    const [received] = await Promise.allSettled([receiveBody(request, share, incomingBody)])
    const body = async () => {
      if (received.status === 'rejected') throw received.reason
      return received.value
    }
    const run = async () => route.handle({ ...call, body })
    return await (admitted === undefined ? run() : context.admission.run(admitted, run))
  } catch (error) {
    const reported = reportFailure(context, { method: route.method, route: path }, error)
    return respondError(reported, route.errors ?? 'problem', request)
  } finally {
    share.release()
  }
}

/** Lists every method of the path, for any origin (`Allow`, RFC 9110 section 10.2.1). */
function allowedMethods(routes: readonly Route[]): string {
  const methods = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return [...methods, 'OPTIONS'].join(', ')
}

function refuseMethod(routes: readonly Route[], request: Request): Response {
  const allow = allowedMethods(routes)
  const error = new LicetError(
    'method_not_allowed',
    `This path does not support the method of the request. Nothing was done. Use one of ${allow}.`,
  )
  return respondError(error, routes[0]?.errors ?? 'problem', request, { allow })
}
