import type { Server } from 'node:http'
import { CLOSING } from './http-server.ts'

/** How long requests that are under way may take to finish. */
const DRAIN_MS = 5000

/** Takes no more connections, lets what is under way finish and be the last of its connection, and ends what takes too long. */
export async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.emit(CLOSING)
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await closed
  clearTimeout(timer)
}
