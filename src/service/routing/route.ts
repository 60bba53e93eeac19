import type { Work } from '../admission/admission.ts'
import type { ErrorStyle } from '../http/respond-error.ts'
import type { ServiceContext } from '../service-context.ts'

/** What a host knows about a request besides the request. */
export interface RequestOrigin {
  /** The remote address of the socket. */
  readonly peerAddress?: string | undefined
  /** How long the request waited before the host could read it, in milliseconds. */
  readonly waitedMs?: number | undefined
  /** Id of the request in logs. */
  readonly requestId?: string | undefined
  /** The body of the request, if the host has it without a web stream: creating a web stream costs more than handling most requests. */
  readonly incomingBody?: AsyncIterable<Uint8Array> | undefined
}

/** The arguments of a route's handler. */
export interface RouteCall {
  readonly context: ServiceContext
  readonly request: Request
  /** Reads the body of the request, once. */
  readonly body: () => Promise<Uint8Array<ArrayBuffer>>
  /** Path of the route with its `:name` parts, for reports to the operator. */
  readonly path: string
  /** Remote address of the socket, if the host passed it to `fetch`. Never taken from a header. */
  readonly peerAddress: string | undefined
  /** The variable parts of the path, decoded. */
  readonly params: Readonly<Record<string, string>>
  /** Parses the URL of the request. A function, because most routes need no query. */
  readonly url: () => URL
}

/**
 * The base address that a route belongs to.
 *
 * - `auth`: below `authUrl` (tokens, accounts, devices).
 * - `trail`: below `trailUrl` (licenses).
 * - `every`: at the root and below both (health, which load balancers request at the root).
 */
export type RouteBase = 'auth' | 'trail' | 'every'

/** One operation of the service. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly base: RouteBase
  /** Paths below the base address. `:name` is a variable part. */
  readonly paths: readonly string[]
  /** Format of error responses. Default: `problem`. */
  readonly errors?: ErrorStyle
  /** What the route does with the database. It waits for a turn first. Default: nothing that a request should wait for. */
  readonly work?: Work
  /** Whether pages of other origins may call the route: origins of the option `cors`, or `every` origin. */
  readonly cors: boolean | 'every'
  readonly handle: (call: RouteCall) => Promise<Response> | Response
}
