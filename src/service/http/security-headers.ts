/** Headers of every response: browsers must not guess another media type than the declared one. */
export const SECURITY_HEADERS = { 'x-content-type-options': 'nosniff' } as const

/** Adds {@link SECURITY_HEADERS} to a response. */
export function withSecurityHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.headers.set(name, value)
  return response
}
