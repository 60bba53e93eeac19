import { Hono } from 'hono'
import { LicetError } from '../core/errors.ts'
import { SIGNATURE_SUITES, type SignatureSuite } from '../core/signature.ts'
import { HEALTH_PATHS } from '../protocol/paths.ts'
import { type Admin, createAdmin } from './accounts/admin.ts'
import { createFailureLimit } from './auth/failure-limit.ts'
import type { ServiceCrypto } from './crypto/service-crypto.ts'
import { createWebCrypto } from './crypto/web-crypto.ts'
import { readBaseUrl } from './http/base-url.ts'
import { type CorsOption, readCors } from './http/cors.ts'
import { respondError, toWireError } from './http/respond.ts'
import { ROUTES } from './routes.ts'
import { createDispatcher } from './routing/dispatch.ts'
import type { Route } from './routing/route.ts'
import type { ServiceContext, ServiceEvent } from './service-context.ts'
import { openPgliteStorage } from './storage/pglite.ts'
import type { Storage } from './storage/storage.ts'
import { createKeyRing } from './tokens/key-ring.ts'

const HEALTH: readonly string[] = Object.values(HEALTH_PATHS)

type PeerBindings = { Bindings: { readonly peerAddress?: string | undefined } }

/** Options of {@link createService}. */
export interface ServiceOptions {
  /** Where clients reach the token paths: the issuer of every token, never taken from a request. An absolute URL without a trailing slash. */
  readonly authUrl: string
  /** Where clients reach the license paths. Default: `authUrl`. */
  readonly trailUrl?: string | undefined
  /** Default: PGlite in memory, closed with the service. One that is handed in stays open. */
  readonly storage?: Storage | undefined
  /** Default: WebCrypto and `@noble/hashes`. */
  readonly crypto?: ServiceCrypto | undefined
  /** Origins whose pages may call the service. Default: all. */
  readonly cors?: CorsOption | undefined
  /** Signature suites of license requests, in the order in which they are tried. Default: all three. */
  readonly suites?: readonly SignatureSuite[] | undefined
  /** Milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: (() => number) | undefined
  /** Milliseconds that never go back, for cool-downs. Default: `performance.now`. */
  readonly monotonic?: (() => number) | undefined
  /** Told of what an operator wants to know. Holds no secret. */
  readonly onEvent?: ((event: ServiceEvent) => void) | undefined
}

/** The service: a web-standard handler, and what an operator does beside it. */
export interface Service {
  readonly authUrl: string
  readonly trailUrl: string
  /**
   * Answers a request. Never rejects.
   *
   * `peerAddress` is that of the socket, for a host that knows it: wrong secrets are counted by it. Never one that a header names.
   */
  fetch(request: Request, from?: { readonly peerAddress?: string | undefined }): Promise<Response>
  /** Tells whether a path is one of the service's, for a host that has pages of its own beside it. */
  owns(path: string): boolean
  readonly admin: Admin
  /** Begins to sign with a new key; the former ones stay in the key set. Returns the new key's `kid`. */
  rotateSigningKey(): Promise<string>
  /**
   * Takes a former key out of the key set, for one that leaked: every token and receipt it signed verifies no more.
   *
   * @throws {LicetError} `invalid_request` for the key that signs now, for ten seconds after it did, and for one that there is not.
   */
  removeSigningKey(kid: string): Promise<void>
  close(): Promise<void>
}

/**
 * Makes the service: every operation of the interface behind one `fetch`.
 *
 * @throws {LicetError} `invalid_configuration` when an address is no URL, or an origin none.
 * @example
 * const service = await createService({ authUrl: 'http://localhost:8787' })
 * const answer = await service.fetch(new Request('http://localhost:8787/.well-known/jwks.json'))
 */
export async function createService(options: ServiceOptions): Promise<Service> {
  const authUrl = readBaseUrl(options.authUrl, 'authUrl')
  const trailUrl = readBaseUrl(options.trailUrl ?? options.authUrl, 'trailUrl')
  const cors = readCors(options.cors ?? '*')
  const storage = options.storage ?? (await openPgliteStorage())
  const environment = {
    storage,
    crypto: options.crypto ?? createWebCrypto(),
    now: options.now ?? Date.now,
    monotonic: options.monotonic ?? (() => performance.now()),
  }
  const context: ServiceContext = {
    ...environment,
    keys: createKeyRing(environment),
    failures: createFailureLimit(environment),
    authUrl,
    trailUrl,
    suites: options.suites ?? SIGNATURE_SUITES,
    onEvent: options.onEvent ?? (() => undefined),
  }
  const app = createApp(context, cors)
  return {
    authUrl,
    trailUrl,
    fetch: async (request, from) => {
      const response = await app.fetch(request, from)
      response.headers.set('x-content-type-options', 'nosniff')
      return response
    },
    owns: (path) => app.router.match('GET', toLiteral(path))[0].length > 0,
    admin: createAdmin(environment),
    rotateSigningKey: () => context.keys.rotate(),
    removeSigningKey: (kid) => context.keys.remove(kid),
    close: async () => {
      if (options.storage === undefined) await storage.close()
    },
  }
}

function createApp(context: ServiceContext, cors: CorsOption): Hono<PeerBindings> {
  // Unasked, Hono would take an escaped letter for the letter.
  const app = new Hono<PeerBindings>({ getPath: (request) => toLiteral(new URL(request.url).pathname) })
  const dispatch = createDispatcher(context, cors)
  for (const [path, routes] of groupByPath(context)) {
    app.all(path, (c) => {
      // Hosts that hand more to a `fetch` than we ask for may call anything by that name.
      const peer: unknown = c.env?.peerAddress
      const peerAddress = typeof peer === 'string' ? peer : undefined
      return dispatch(routes, path, { request: c.req.raw, params: c.req.param(), peerAddress })
    })
  }
  const missing = new LicetError('not_found', 'There is nothing at this address. Nothing was done. Check the path.')
  app.notFound((c) => respondError(missing, 'problem', c.req.raw))
  // What the dispatcher does not catch is a fault of ours.
  app.onError((error, c) => respondError(toWireError(error), 'problem', c.req.raw))
  return app
}

/**
 * The routes by path, below the paths of the two base addresses: token paths below one, license paths below the other.
 * Health is at the root, where whoever watches the process asks, and below both.
 */
function groupByPath({ authUrl, trailUrl }: ServiceContext): Map<string, Route[]> {
  const groups = new Map<string, Route[]>()
  const auth = toLiteral(new URL(authUrl).pathname.replace(/\/$/, ''))
  const trail = toLiteral(new URL(trailUrl).pathname.replace(/\/$/, ''))
  for (const route of ROUTES) {
    for (const path of route.paths) {
      const bases = HEALTH.includes(path) ? new Set(['', auth, trail]) : [path.startsWith('/license') ? trail : auth]
      for (const base of bases) groups.set(base + path, [...(groups.get(base + path) ?? []), route])
    }
  }
  return groups
}

/** A path as a pattern of Hono that stands for itself alone: `*` and `:` mean something in one, and a base address may hold them. */
function toLiteral(path: string): string {
  return path.replaceAll('*', '%2A').replaceAll(':', '%3A')
}
