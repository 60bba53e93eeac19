import type { ErrorStyle } from '../http/respond.ts'
import type { ServiceContext } from '../service-context.ts'

/** What a route is handed. */
export interface RouteCall {
  readonly context: ServiceContext
  readonly request: Request
  /** The address of the socket it came over, where the server told; never what a header says. */
  readonly peerAddress: string | undefined
  /** The variable parts of the path, decoded. */
  readonly params: Readonly<Record<string, string>>
  /** The query, read only by routes that have one. */
  readonly url: () => URL
}

/** One operation of the service. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly paths: readonly string[]
  /** How its errors are told. Default: `problem`. */
  readonly errors?: ErrorStyle
  /** Whether pages of other origins may call it. */
  readonly cors: boolean
  readonly handle: (call: RouteCall) => Promise<Response> | Response
}
