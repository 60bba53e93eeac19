import { Hono } from 'hono'
import { LicetError } from '../../core/errors.ts'
import type { CorsOption } from '../http/cors.ts'
import { respondError, toWireError } from '../http/respond-error.ts'
import { withSecurityHeaders } from '../http/security-headers.ts'
import { ROUTES } from '../routes.ts'
import type { ServiceContext } from '../service-context.ts'
import { createDispatcher } from './dispatch.ts'
import type { RequestOrigin, Route, RouteBase } from './route.ts'

type OriginBindings = { Bindings: { readonly [Name in keyof RequestOrigin]?: unknown } }

/** The service as an HTTP handler. */
export interface App {
  fetch(request: Request, from?: RequestOrigin): Promise<Response>
  /** Returns whether a route has this path. */
  owns(path: string): boolean
}

/** Creates the HTTP handler: it finds the routes of a path, and passes the request to them. */
export function createApp(context: ServiceContext, cors: CorsOption): App {
  // Hono decodes paths by default, so an escaped character would match the plain one.
  const app = new Hono<OriginBindings>({ getPath: (request) => toLiteral(new URL(request.url).pathname) })
  const dispatch = createDispatcher(context, cors)
  for (const [path, routes] of groupByPath(context)) {
    app.all(path, (c) => {
      // Some hosts pass their own bindings to `fetch`, where both can be anything.
      const { peerAddress: peer, waitedMs: waited } = c.env ?? {}
      const peerAddress = typeof peer === 'string' ? peer : undefined
      const waitedMs = typeof waited === 'number' ? waited : 0
      return dispatch(routes, { request: c.req.raw, path, params: c.req.param(), peerAddress, waitedMs })
    })
  }
  const missing = new LicetError('not_found', 'No operation has this path. Nothing was done. Check the path.')
  app.notFound((c) => respondError(missing, 'problem', c.req.raw))
  // The dispatcher catches the errors of routes, so this is a fault of the service.
  app.onError((error, c) => respondError(toWireError(error), 'problem', c.req.raw))
  return {
    fetch: async (request, from) => withSecurityHeaders(await app.fetch(request, from)),
    owns: (path) => app.router.match('GET', toLiteral(path))[0].length > 0,
  }
}

/** Groups the routes by their path below each base address. */
function groupByPath({ authUrl, trailUrl }: ServiceContext): Map<string, Route[]> {
  const auth = toBasePath(authUrl)
  const trail = toBasePath(trailUrl)
  const bases: Readonly<Record<RouteBase, readonly string[]>> = {
    auth: [auth],
    trail: [trail],
    every: [...new Set(['', auth, trail])],
  }
  const groups = new Map<string, Route[]>()
  for (const route of ROUTES) {
    for (const path of route.paths) {
      for (const base of bases[route.base]) groups.set(base + path, [...(groups.get(base + path) ?? []), route])
    }
  }
  return groups
}

function toBasePath(baseUrl: string): string {
  return toLiteral(new URL(baseUrl).pathname.replace(/\/$/, ''))
}

/** Escapes `*` and `:`, which have a meaning in a pattern of Hono. A base address may contain them. */
function toLiteral(path: string): string {
  return path.replaceAll('*', '%2A').replaceAll(':', '%3A')
}
