import { LicetError } from '../../core/errors.ts'
import { type CorsOption, corsHeaders, respondOptions } from '../http/cors.ts'
import { respondError } from '../http/respond.ts'
import type { ServiceContext } from '../service-context.ts'
import { tellFailure } from './report-failure.ts'
import type { Route, RouteCall } from './route.ts'

/** Answers a request with one of the routes of its path. */
export type Dispatch = (
  routes: readonly Route[],
  path: string,
  call: Pick<RouteCall, 'request' | 'params' | 'peerAddress'>,
) => Promise<Response>

/** Makes the one way from a request to an answer: method, preflight, errors, and the headers that every answer has. */
export function createDispatcher(context: ServiceContext, cors: CorsOption): Dispatch {
  return async (routes, path, call) => {
    const { request } = call
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const open = routes.filter((route) => route.cors)
    if (method === 'OPTIONS')
      return respondOptions(
        request,
        open.length > 0 ? cors : [],
        allowedMethods(routes),
        open.map((route) => route.method),
      )

    const route = routes.find((candidate) => candidate.method === method)
    const response =
      route === undefined
        ? refuseMethod(routes, request)
        : await answer(route, path, { ...call, context, url: () => new URL(request.url) })
    response.headers.set('date', new Date(context.now()).toUTCString())
    if (route?.cors ?? open.length > 0) {
      for (const [name, value] of Object.entries(corsHeaders(request, cors))) response.headers.set(name, value)
    }
    return response
  }
}

async function answer(route: Route, path: string, call: RouteCall): Promise<Response> {
  const { context, request } = call
  try {
    return await route.handle(call)
  } catch (error) {
    const told = tellFailure(context, { method: route.method, route: path }, error)
    return respondError(told, route.errors ?? 'problem', request)
  }
}

/** Every method that the path answers (RFC 9110 section 10.2.1), whoever may call it. */
function allowedMethods(routes: readonly Route[]): string {
  const methods = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return [...methods, 'OPTIONS'].join(', ')
}

function refuseMethod(routes: readonly Route[], request: Request): Response {
  const allow = allowedMethods(routes)
  const error = new LicetError('method_not_allowed', `This path takes ${allow}. Nothing was done. Use one of them.`)
  return respondError(error, routes[0]?.errors ?? 'problem', request, { allow })
}
