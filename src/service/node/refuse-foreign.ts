import { LicetError } from '../../core/errors.ts'
import { isLoopback } from '../http/is-loopback.ts'
import { respondError } from '../http/respond-error.ts'
import { withSecurityHeaders } from '../http/security-headers.ts'
import { errorStyleOf } from '../routing/error-style.ts'

/**
 * Responds to a request whose `Host` or `Origin` is not this machine. `undefined` for every other request.
 *
 * A page of another site can send requests to a service on this machine, for example by a name that it resolves to 127.0.0.1 (DNS
 * rebinding).
 */
export function refuseForeign(request: Request, authUrl: string | undefined): Response | undefined {
  const { hostname, pathname } = new URL(request.url)
  const origin = request.headers.get('origin')
  if (isLoopback(hostname) && (origin === null || isLoopbackOrigin(origin))) return undefined
  const error = new LicetError(
    'invalid_request',
    'This service answers only requests from this machine, and the Host or Origin of the request is another one. Nothing was done. Use http://localhost, or run `licet serve`.',
  )
  return withSecurityHeaders(respondError(error, errorStyleOf(pathname), request), authUrl)
}

function isLoopbackOrigin(origin: string): boolean {
  return URL.canParse(origin) && isLoopback(new URL(origin).hostname)
}
