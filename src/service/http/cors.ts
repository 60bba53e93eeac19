import { LicetError } from '../../core/errors.ts'

/** Which origins' pages may call the service: all of them, or those listed. Never with credentials. */
export type CorsOption = '*' | readonly string[]

const PREFLIGHT_MAX_AGE_SECONDS = 86_400

/**
 * Reads which origins were configured, each as a browser writes it in `Origin`. One `*` among them means all.
 *
 * @throws {LicetError} `invalid_configuration`
 */
export function readCors(cors: CorsOption): CorsOption {
  const origins = typeof cors === 'string' ? [cors] : cors
  return origins.includes('*') ? '*' : origins.map(readOrigin)
}

// Pages of apps and extensions have schemes of their own (capacitor://localhost), which no parser of addresses gives an origin for.
const OTHER_ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^\s/?#*@]+$/i

function readOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  // A star is a letter of a host to the parser of addresses, and stands for nothing in an origin.
  if (url !== undefined && /^https?:$/.test(url.protocol)) {
    if (url.href === `${url.origin}/` && !url.hostname.includes('*')) return url.origin
  } else if (url?.origin === 'null' && OTHER_ORIGIN.test(text)) return text.toLowerCase()
  throw new LicetError(
    'invalid_configuration',
    'cors holds what is no origin. No page could ever match it. Write each like https://app.example.com or capacitor://localhost, or * for all.',
    { field: 'cors' },
  )
}

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

/** Answers OPTIONS, a preflight or not. It needs no token and reads nothing. `methods` are those that pages of other origins may use. */
export function respondOptions(request: Request, cors: CorsOption, allow: string, methods: readonly string[]): Response {
  const allowed = corsHeaders(request, cors)
  const headers: Record<string, string> = { allow, ...allowed }
  if ('access-control-allow-origin' in allowed) {
    headers['access-control-allow-methods'] = methods.join(', ')
    headers['access-control-allow-headers'] = 'Authorization, Content-Type'
    headers['access-control-max-age'] = String(PREFLIGHT_MAX_AGE_SECONDS)
  }
  return new Response(null, { status: 204, headers })
}
