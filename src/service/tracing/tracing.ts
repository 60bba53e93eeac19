/** A request whose span is recorded. */
export interface TracedRequest {
  readonly method: string
  /** Path of the route with its `:name` parts. `undefined` when no route has the path. */
  readonly route: string | undefined
  readonly headers: Headers
  /** `https` or `http`, of the public address. */
  readonly scheme: string
}

/** Records traces of requests and their statements. `createTracing()` of `licet/service/node` creates one for OpenTelemetry. */
export interface ServiceTracing {
  /** Runs `respond` in the span of a request. */
  request(request: TracedRequest, respond: () => Promise<Response>): Promise<Response>
  /** Runs a statement or a transaction in a span of the request that causes it. Without such a request, it has no span. */
  database<T>(summary: string, run: () => Promise<T>): Promise<T>
}
