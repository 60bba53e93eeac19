import type { BodyShare } from '../http/body-budget.ts'
import type { ErrorStyle } from '../http/respond-error.ts'
import type { ServiceContext } from '../service-context.ts'

/** The arguments of a route's handler. */
export interface RouteCall {
  readonly context: ServiceContext
  readonly request: Request
  /** Counts the body of the request while it is read. */
  readonly share: BodyShare
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
  /** Whether pages of other origins may call the route. */
  readonly cors: boolean
  readonly handle: (call: RouteCall) => Promise<Response> | Response
}
