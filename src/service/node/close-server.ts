import type { Server } from 'node:http'

/** How long requests that are under way may take to finish. */
const DRAIN_MS = 5000

/** Takes no more connections, lets what is under way finish, and ends what takes too long. */
export async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await closed
  clearTimeout(timer)
}
