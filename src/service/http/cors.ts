import { LicetError } from '../../core/errors.ts'

/** The origins whose pages may call the service: `*` for all, or a list. Requests never have cookies. */
export type CorsOption = '*' | readonly string[]

const PREFLIGHT_MAX_AGE_SECONDS = 86_400

/** The request headers that a page may send when the preflight names none, or names that cannot be repeated. */
const DEFAULT_REQUEST_HEADERS = 'Authorization, Content-Type'
/** Longest list of header names that a preflight response repeats, in ASCII characters. */
const MAX_REQUEST_HEADERS_CHARS = 2048
/** A header name: `token` of RFC 9110 section 5.6.2. */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/

/**
 * Parses the configured origins into the form that browsers send in `Origin`. A `*` in the list allows all origins.
 *
 * @throws {LicetError} `invalid_configuration` when an entry is not an origin.
 */
export function parseCors(cors: CorsOption): CorsOption {
  const origins = typeof cors === 'string' ? [cors] : cors
  return origins.includes('*') ? '*' : origins.map(parseOrigin)
}

// Apps and browser extensions have their own schemes (capacitor://localhost). For these, URL.origin is "null".
const CUSTOM_SCHEME_ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^\s/?#*@]+$/i

function parseOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  // URL accepts a star as a character of a host name, but no browser sends such an origin.
  if (url !== undefined && /^https?:$/.test(url.protocol)) {
    if (url.href === `${url.origin}/` && !url.hostname.includes('*')) return url.origin
  } else if (url?.origin === 'null' && CUSTOM_SCHEME_ORIGIN.test(text)) return text.toLowerCase()
  throw new LicetError(
    'invalid_configuration',
    'cors contains a value that is not an origin. The service did not start, because no page could match it. ' +
      'Write each origin like https://app.example.com or capacitor://localhost, or use * for all.',
    { field: 'cors' },
  )
}

/**
 * Returns the headers that let a page of an allowed origin read a response.
 *
 * `Date` is exposed, so that the client can measure the skew of its clock, `Link`, so that it can read the next page of a list, and
 * `Preference-Applied`, so that it can see whether the service follows `Prefer`.
 */
export function corsHeaders(request: Request, cors: CorsOption): Record<string, string> {
  const origin = request.headers.get('origin')
  const vary: Record<string, string> = cors === '*' ? {} : { vary: 'Origin' }
  const allowed = cors === '*' ? '*' : origin !== null && cors.includes(origin) ? origin : undefined
  if (allowed === undefined) return vary
  return {
    ...vary,
    'access-control-allow-origin': allowed,
    'access-control-expose-headers': 'Date, Link, Preference-Applied, Retry-After, WWW-Authenticate',
  }
}

/**
 * Responds to OPTIONS, whether it is a preflight or not. Needs no token.
 *
 * `allow` lists every method of the path, `methods` those that pages of other origins may use.
 */
export function respondOptions(request: Request, cors: CorsOption, allow: string, methods: readonly string[]): Response {
  const allowed = corsHeaders(request, cors)
  const headers: Record<string, string> = { allow, ...allowed }
  if ('access-control-allow-origin' in allowed) {
    headers['access-control-allow-methods'] = methods.join(', ')
    headers['access-control-allow-headers'] = allowedRequestHeaders(request.headers.get('access-control-request-headers'))
    headers.vary = [allowed.vary, 'Access-Control-Request-Headers'].filter(Boolean).join(', ')
    headers['access-control-max-age'] = String(PREFLIGHT_MAX_AGE_SECONDS)
  }
  return new Response(null, { status: 204, headers })
}

/**
 * Returns the request headers that a page may send: those that the browser asks for. Earlier web clients send response headers such as
 * `Access-Control-Allow-Origin` in requests. No request has credentials of the browser, so a header name gives no access.
 */
function allowedRequestHeaders(requested: string | null): string {
  if (requested === null || requested.length > MAX_REQUEST_HEADERS_CHARS) return DEFAULT_REQUEST_HEADERS
  const names = requested.split(',').map((name) => name.trim())
  return names.every((name) => HEADER_NAME.test(name)) ? names.join(', ') : DEFAULT_REQUEST_HEADERS
}
