import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { createTurns, type TurnPart } from '../admission/turns.ts'
import { watchPresence } from '../admission/watch-presence.ts'
import { toNetworks } from '../auth/failure-limit.ts'

/** Requests that start in one turn of the event loop. Node.js accepts one new connection in each turn. */
const STARTS_PER_TURN = 16
/**
 * The same while one network has more than so many requests open, and another one sends requests too. Each request costs more then,
 * because fewer share a turn. But the others wait here, where networks take turns, and not in the event loop, which serves each connection
 * equally.
 */
const CROWDED_STARTS_PER_TURN = 1
const CROWD = 16
/** Requests that one connection may send before it has read the responses (pipelining, RFC 9112 section 9.3.2). */
const MAX_PIPELINED = 16

/** Starts requests in turns. */
export interface Pace {
  /**
   * Starts a request when the earlier requests of its connection have ended, and with few others in one turn of the event loop. So new
   * connections are accepted while many others are busy, and responses that nobody reads do not pile up.
   *
   * Vouched callers take turns with all others, and in both lines networks take turns: an IPv4 address, or of IPv6 the first 48 bits and in
   * them the first 64.
   *
   * Returns `false` when the connection has sent too many requests without reading. The request is then not started.
   */
  add(incoming: IncomingMessage, outgoing: ServerResponse, caller: PacedCaller, start: () => void): boolean
}

/** Who sends a request, as far as its head tells. */
export interface PacedCaller {
  /** The address of the caller. */
  readonly address: string | undefined
  /** Whether it has a token of an API key, or of a device of a person that a backend vouched for. */
  readonly isVouched: boolean
}

interface PacedRequest {
  readonly path: readonly TurnPart[]
  readonly start: () => void
}

/** Creates the pace of one server. */
export function createPace(): Pace {
  const lines = new WeakMap<Socket, PacedRequest[]>()
  const ready = createTurns<PacedRequest>(STARTS_PER_TURN)
  const crowds = watchCrowds()
  const startSome = (): void => {
    const limit = crowds.areSlowing() ? CROWDED_STARTS_PER_TURN : STARTS_PER_TURN
    const starting: PacedRequest[] = []
    while (starting.length < limit) {
      const next = ready.startNext()
      if (next === undefined) break
      starting.push(next)
    }
    for (const request of starting) ready.end(request)
    if (ready.waiting > 0) setImmediate(startSome)
    for (const { start } of starting) start()
  }
  const makeReady = (request: PacedRequest): void => {
    if (ready.waiting === 0) setImmediate(startSome)
    ready.add(request.path, request, 1)
  }
  return {
    add({ socket }, outgoing, caller, start) {
      const waiting = lines.get(socket)
      if (waiting !== undefined && waiting.length >= MAX_PIPELINED) return false
      const request = { path: toPath(caller), start }
      crowds.open(request)
      outgoing.once('close', () => {
        crowds.close(request)
        const next = lines.get(socket)?.shift()
        if (next === undefined) lines.delete(socket)
        else makeReady(next)
      })
      if (waiting !== undefined) waiting.push(request)
      else {
        lines.set(socket, [])
        makeReady(request)
      }
      return true
    },
  }
}

function toPath({ address, isVouched }: PacedCaller): PacedRequest['path'] {
  return [isVouched ? 'vouched' : 'strangers', ...toNetworks(address)].map((name) => ({ name }))
}

/** Watches networks that have many requests open. */
function watchCrowds() {
  const open = new Map<string, number>()
  const crowds = new Set<string>()
  const networks = watchPresence(() => performance.now())
  const nameOf = ({ path: [, whole] }: PacedRequest) => whole?.name ?? ''
  const count = (name: string, change: 1 | -1): void => {
    const many = (open.get(name) ?? 0) + change
    if (many > 0) open.set(name, many)
    else open.delete(name)
    if (many > CROWD) crowds.add(name)
    else crowds.delete(name)
  }
  return {
    areSlowing: () => crowds.size > 0 && networks.areSeveral(),
    open(request: PacedRequest): void {
      networks.note(nameOf(request))
      count(nameOf(request), 1)
    },
    close: (request: PacedRequest) => count(nameOf(request), -1),
  }
}
