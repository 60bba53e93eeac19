import { type Context, Hono } from 'hono'
import { LicetError } from '../../core/errors.ts'
import type { CorsOption } from '../http/cors.ts'
import { respondError, toWireError } from '../http/respond-error.ts'
import { withSecurityHeaders } from '../http/security-headers.ts'
import { readTraceContext } from '../observer.ts'
import { ROUTES } from '../routes.ts'
import type { ServiceContext } from '../service-context.ts'
import type { ServiceTracing } from '../tracing/tracing.ts'
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
export function createApp(context: ServiceContext, cors: CorsOption, tracing?: ServiceTracing): App {
  // Hono decodes paths by default, so an escaped character would match the plain one.
  const app = new Hono<OriginBindings>({ getPath: (request) => toLiteral(new URL(request.url).pathname) })
  const dispatch = createDispatcher(context, cors)
  const scheme = new URL(context.authUrl).protocol.slice(0, -1)
  const toTraced = ({ method, headers }: Request, route?: string) => ({ method, route, headers, scheme })
  for (const [path, routes] of groupByPath(context)) {
    app.all(path, (c) => {
      // Some hosts pass their own bindings to `fetch`, where each can be anything.
      const { peerAddress: peer, waitedMs: waited, incomingBody, requestId: id } = c.env ?? {}
      const peerAddress = typeof peer === 'string' ? peer : undefined
      const waitedMs = typeof waited === 'number' ? waited : 0
      const requestId = typeof id === 'string' ? id : undefined
      const incoming = isAsyncIterable(incomingBody) ? incomingBody : undefined
      const origin = { peerAddress, waitedMs, requestId, incomingBody: incoming }
      const respond = () => dispatch(routes, { request: c.req.raw, path, params: c.req.param(), ...origin })
      return tracing === undefined ? respond() : tracing.request(toTraced(c.req.raw, path), respond)
    })
  }
  const missing = new LicetError('not_found', 'No endpoint at this path. Nothing was done. Check the URL.')
  const respondMissing = (c: Context<OriginBindings>): Response => {
    const response = respondError(missing, 'problem', c.req.raw)
    const { requestId } = c.env ?? {}
    context.observer.request?.({
      method: '_OTHER',
      route: 'unmatched',
      status: response.status,
      code: missing.code,
      durationMs: 0,
      requestId: typeof requestId === 'string' ? requestId : undefined,
      ...readTraceContext(c.req.raw.headers),
    })
    return response
  }
  app.notFound((c) =>
    tracing === undefined ? respondMissing(c) : tracing.request(toTraced(c.req.raw), async () => respondMissing(c)),
  )
  // The dispatcher catches the errors of routes, so this is a fault of the service.
  app.onError((error, c) => respondError(toWireError(error), 'problem', c.req.raw))
  return {
    fetch: async (request, from) => withSecurityHeaders(await app.fetch(request, from), context.authUrl),
    owns: (path) => app.router.match('GET', toLiteral(path))[0].length > 0,
  }
}

function isAsyncIterable(value: unknown): value is AsyncIterable<Uint8Array> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
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
