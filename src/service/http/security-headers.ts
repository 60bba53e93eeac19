/** Keeps browsers on https for a year. Not for subdomains, which can belong to other services. */
const HSTS = 'max-age=31536000'

/**
 * Returns the headers of every response: browsers must not guess another media type than the declared one and, for a service with https,
 * must not use plain HTTP (RFC 6797).
 */
export function securityHeadersOf(authUrl: string | undefined): Readonly<Record<string, string>> {
  const isHttps = authUrl?.startsWith('https:') === true
  return { 'x-content-type-options': 'nosniff', ...(isHttps && { 'strict-transport-security': HSTS }) }
}

/** Adds the headers of {@link securityHeadersOf} to a response. */
export function withSecurityHeaders(response: Response, authUrl: string | undefined): Response {
  for (const [name, value] of Object.entries(securityHeadersOf(authUrl))) response.headers.set(name, value)
  return response
}
