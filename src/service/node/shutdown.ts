import type { Server } from 'node:http'
import { LicetError } from '../../core/errors.ts'
import { HEALTH_PATHS } from '../../protocol/paths.ts'
import { respondError } from '../http/respond-error.ts'
import { withSecurityHeaders } from '../http/security-headers.ts'
import { errorStyleOf } from '../routing/error-style.ts'

/** How long requests in progress may take when the server closes. */
const SHUTDOWN_DEADLINE_MS = 5000

const RETRY_AFTER_MS = 1000

/** Event of a server that starts to close. */
export const CLOSING = 'licet:closing'
/** Event of a server that closes soon. */
export const DRAINING = 'licet:draining'

/** Makes load balancers send new requests to another process, before the server closes. */
export interface ShutdownNotice {
  /** Responds to `/readyz` while the server drains. `undefined` for every other request. */
  respond(request: Request): Response | undefined
  /** Makes the process not ready, and resolves after the time. */
  start(server: Server): Promise<void>
}

/** Creates a {@link ShutdownNotice} that takes `drainMs`, for the service at `authUrl`. */
export function createShutdownNotice(drainMs: number, authUrl?: string): ShutdownNotice {
  let hasStarted = false
  return {
    respond: (request) => {
      if (!hasStarted) return undefined
      const { pathname } = new URL(request.url)
      if (!pathname.endsWith(HEALTH_PATHS.ready)) return undefined
      return withSecurityHeaders(respondError(stopping(), errorStyleOf(pathname), request), authUrl)
    },
    start: async (server) => {
      if (drainMs === 0) return
      hasStarted = true
      drainServer(server)
      await new Promise((resolve) => setTimeout(resolve, drainMs))
    },
  }
}

/** Ends each connection with its next response, so that clients open another one, which a proxy sends to another process. */
function drainServer(server: Server): void {
  server.emit(DRAINING)
}

/** Stops accepting connections, lets requests in progress finish, and closes connections that take longer than five seconds. */
export async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.emit(CLOSING)
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), SHUTDOWN_DEADLINE_MS)
  await closed
  clearTimeout(timer)
}

function stopping(): LicetError<'unavailable'> {
  return new LicetError(
    'unavailable',
    'The service is stopping. Requests in progress are finished. Send new requests to another process.',
    { retryAfterMs: RETRY_AFTER_MS },
  )
}
