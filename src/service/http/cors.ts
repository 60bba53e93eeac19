/** Which origins' pages may call the service: all of them, or those listed. Never with credentials. */
export type CorsOption = '*' | readonly string[]

const PREFLIGHT_MAX_AGE_SECONDS = 86_400

/** Headers that let a page of a permitted origin read an answer; `Date` among them, so that it can measure its clock's skew. */
export function corsHeaders(request: Request, cors: CorsOption): Record<string, string> {
  const origin = request.headers.get('origin')
  const vary: Record<string, string> = cors === '*' ? {} : { vary: 'Origin' }
  const allowed = cors === '*' ? '*' : origin !== null && cors.includes(origin) ? origin : undefined
  if (allowed === undefined) return vary
  return {
    ...vary,
    'access-control-allow-origin': allowed,
    'access-control-expose-headers': 'Date, Retry-After, WWW-Authenticate',
  }
}

/** Answers a preflight. It needs no token and reads nothing. */
export function respondPreflight(request: Request, cors: CorsOption, methods: readonly string[]): Response {
  const allowed = corsHeaders(request, cors)
  const headers: Record<string, string> = { allow: [...methods, 'OPTIONS'].join(', '), ...allowed }
  if ('access-control-allow-origin' in allowed) {
    headers['access-control-allow-methods'] = methods.join(', ')
    headers['access-control-allow-headers'] = 'Authorization, Content-Type'
    headers['access-control-max-age'] = String(PREFLIGHT_MAX_AGE_SECONDS)
  }
  return new Response(null, { status: 204, headers })
}
