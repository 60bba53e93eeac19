import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests that start in one turn of the event loop. Node.js accepts one new connection in each turn. */
const STARTS_PER_TURN = 16
/** Requests that one connection may send before it has read the responses (pipelining, RFC 9112 section 9.3.2). */
const MAX_PIPELINED = 16

/** Starts requests in turns. */
export interface Pace {
  /**
   * Starts a request when the earlier requests of its connection have ended, and with few others in one turn of the event loop. So new
   * connections are accepted while many others are busy, and responses that nobody reads do not pile up.
   *
   * Returns `false` when the connection has sent too many requests without reading. The request is then not started.
   */
  add(incoming: IncomingMessage, outgoing: ServerResponse, start: () => void): boolean
}

/** Creates the pace of one server. */
export function createPace(): Pace {
  const lines = new WeakMap<Socket, (() => void)[]>()
  const ready: (() => void)[] = []
  const startSome = (): void => {
    const starting = ready.splice(0, STARTS_PER_TURN)
    if (ready.length > 0) setImmediate(startSome)
    for (const start of starting) start()
  }
  const makeReady = (start: () => void): void => {
    if (ready.length === 0) setImmediate(startSome)
    ready.push(start)
  }
  return {
    add({ socket }, outgoing, start) {
      const waiting = lines.get(socket)
      if (waiting !== undefined && waiting.length >= MAX_PIPELINED) return false
      outgoing.once('close', () => {
        const next = lines.get(socket)?.shift()
        if (next === undefined) lines.delete(socket)
        else makeReady(next)
      })
      if (waiting !== undefined) waiting.push(start)
      else {
        lines.set(socket, [])
        makeReady(start)
      }
      return true
    },
  }
}
