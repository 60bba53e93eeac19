/** Headers of every response: browsers must not guess another media type than the declared one. */
export const SECURITY_HEADERS = { 'x-content-type-options': 'nosniff' } as const

/** Keeps browsers on https for a year. Not for subdomains, which can belong to other services. */
const HSTS = 'max-age=31536000'

/** Adds {@link SECURITY_HEADERS} to a response and, for a service with https, `Strict-Transport-Security` (RFC 6797). */
export function withSecurityHeaders(response: Response, authUrl?: string): Response {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.headers.set(name, value)
  if (authUrl?.startsWith('https:')) response.headers.set('strict-transport-security', HSTS)
  return response
}
