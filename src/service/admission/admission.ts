import { LicetError } from '../../core/errors.ts'
import { HOUR_MS } from '../../core/time-units.ts'
import { DEFAULT_CONCURRENCY } from '../defaults.ts'
import { Overloaded } from '../http/report-overload.ts'
import type { Caller } from './read-caller.ts'
import { createTurns, type TurnPart } from './turns.ts'
import { watchPresence } from './watch-presence.ts'

/** Longest `maxWaitMs`: an hour. */
const MAX_MAX_WAIT_MS = HOUR_MS
/**
 * The part of all turns, and always two, that the reads of one device can have at the same time, and the writes of one owner while there is
 * another owner. A request needs several rounds of the event loop, and in each round it waits for all others that have a turn.
 *
 * The writes of one device have one turn, because the database stores the licenses of a device one after the other anyway. They have it
 * for this part of the time while more of them wait and others send requests. Turns by `COST` do not limit such a device: the requests of
 * others start immediately while turns are free, and so none of them waits.
 */
const PART = 1 / 4
/**
 * What a turn costs of the processor time. Verifying a use takes a third of a millisecond, storing a license one to two. Only the ratio
 * counts.
 */
const COST: Readonly<Record<Work, number>> = { read: 1, write: 4 }
/** The number of turns that the average time of a turn covers. */
const AVERAGED_TURNS = 50
const RETRY_AFTER_MS = 1000

/** Whether a request reads or writes. While requests of both kinds wait, each kind gets half of the processor time. */
export type Work = 'read' | 'write'

/** A request that needs a turn. */
export interface AdmissionRequest {
  readonly work: Work
  readonly caller: Caller
  /** How long the request waited before the service could read it, in milliseconds. */
  readonly waitedMs: number
}

/** The queue in front of the database. */
export interface Admission {
  /**
   * Refuses a request early, before its body is read, when it could not have its turn in time.
   *
   * @throws {LicetError} like {@link Admission.run}
   */
  check(request: AdmissionRequest): void
  /**
   * Runs a request when it has its turn.
   *
   * @throws {LicetError} `unavailable`, with {@link Overloaded} as its cause, when the request cannot have its turn in time.
   */
  run<T>(request: AdmissionRequest, work: () => Promise<T>): Promise<T>
}

interface Waiter {
  /** Starts the request, or refuses it when a busy thread has made it late. Returns whether it starts. */
  start(): boolean
  refuse(): void
}

/**
 * Creates the queue of all requests that use the database. As many run at the same time as the storage has connections. A request
 * waits before anything expensive is done for it, so a refused one costs little.
 *
 * The next turn goes to the kind of work that has used the least processor time, by {@link COST}. There it goes to such a line: first
 * vouched callers or strangers, then an owner, a network, a part of the network, and a sender. So a device or a provider that sends as fast
 * as it can gets no larger share than any other that waits, and a stranger gains nothing by many devices or networks. When not all waiting
 * requests can have their turn in time, the longest line loses its newest request.
 *
 * The caller is known from a token that was verified before. All others share a quarter of the turns, by network: a token that this process
 * has not seen, wrong credentials, and forged tokens, which could name anybody.
 */
export function createAdmission(options: {
  /** Turns at the same time. Default: 10. */
  readonly concurrency: number | undefined
  readonly maxWaitMs: number
  /** Returns milliseconds of a clock that never goes back. Default: `performance.now`. */
  readonly monotonic?: () => number
  /** Called for each refused request. */
  readonly onRefused: () => void
}): Admission {
  const { concurrency = DEFAULT_CONCURRENCY, maxWaitMs, monotonic = () => performance.now(), onRefused } = options
  const partLimit = Math.max(2, Math.floor(concurrency * PART))
  const turns = createTurns<Waiter>(concurrency)
  let averageMs = 1
  const owners = watchPresence(monotonic)
  const senders = watchPresence(monotonic)
  const resting = new Set<string>()
  const limitOfDevice = (work: Work, sender: string) => () => (work === 'read' ? partLimit : resting.has(sender) ? 0 : 1)
  const limitOfWriter = () => (owners.areSeveral() ? partLimit : concurrency)
  const toPath = (work: Work, { standing, owner, networks, sender, isDevice }: Caller): readonly TurnPart[] => [
    { name: work },
    // Two lines, so that vouched callers have half of the turns however many names a stranger registers.
    { name: standing === 'vouched' ? 'vouched' : 'strangers' },
    { name: standing },
    { name: owner, limit: work === 'write' ? limitOfWriter : undefined },
    ...networks.map((name) => ({ name })),
    { name: sender, limit: isDevice ? limitOfDevice(work, sender) : undefined },
  ]

  const startAll = (): void => {
    for (let next = turns.startNext(); next !== undefined; next = turns.startNext()) if (!next.start()) turns.end(next)
  }
  const refuse = (waiter: Waiter | undefined): void => {
    if (waiter === undefined) return
    turns.leave(waiter)
    waiter.refuse()
  }
  const isFull = (): boolean => turns.waiting >= concurrency * Math.max(1, maxWaitMs / averageMs)
  /** Gives a device no turn to write for a time. */
  const rest = (sender: string, ms: number): void => {
    resting.add(sender)
    setTimeout(() => {
      resting.delete(sender)
      startAll()
    }, ms)
  }
  const endTurn = ({ work, caller }: AdmissionRequest, waiter: Waiter, begun: number): void => {
    // An erasure can take minutes, and does not make others slow.
    const tookMs = Math.min(monotonic() - begun, maxWaitMs)
    averageMs += (tookMs - averageMs) / AVERAGED_TURNS
    turns.end(waiter)
    const isCrowding = work === 'write' && caller.isDevice && senders.areSeveral() && turns.countWaiting(toPath(work, caller)) > 0
    if (isCrowding) rest(caller.sender, tookMs / PART - tookMs)
    startAll()
  }

  const enter = ({ work, caller, waitedMs }: AdmissionRequest): Promise<Waiter> =>
    new Promise((resolve, reject) => {
      const deadline = monotonic() + maxWaitMs - waitedMs
      let timer: ReturnType<typeof setTimeout> | undefined
      let isWaiting = true
      const settle = (isStarted: boolean) => {
        isWaiting = false
        clearTimeout(timer)
        if (isStarted) return resolve(waiter)
        onRefused()
        reject(tooBusy())
      }
      const waiter: Waiter = {
        start: () => {
          const isInTime = monotonic() < deadline
          settle(isInTime)
          return isInTime
        },
        refuse: () => settle(false),
      }
      const isOver = isFull()
      owners.note(caller.owner)
      senders.note(caller.sender)
      turns.add(toPath(work, caller), waiter, COST[work])
      startAll()
      if (!isWaiting) return
      timer = setTimeout(() => refuse(waiter), deadline - monotonic())
      if (isOver) refuse(turns.findLastOfLongest())
    })

  return {
    check({ work, caller, waitedMs }) {
      if (waitedMs < maxWaitMs && !(isFull() && turns.wouldBeLast(toPath(work, caller)))) return
      onRefused()
      throw tooBusy()
    },
    async run(request, work) {
      const waiter = await enter(request)
      const begun = monotonic()
      try {
        return await work()
      } finally {
        endTurn(request, waiter, begun)
      }
    },
  }
}

/** Creates the error of a request that cannot have its turn in time. */
export function tooBusy(): LicetError<'unavailable'> {
  return new LicetError(
    'unavailable',
    'The service has more requests than it can serve in time. Nothing was done. Send the request again after the time in Retry-After.',
    { retryAfterMs: RETRY_AFTER_MS, cause: new Overloaded() },
  )
}

/**
 * Refuses a time that is not a whole number of milliseconds up to an hour.
 *
 * @throws {LicetError} `invalid_configuration`
 */
export function checkMaxWait(maxWaitMs: number): void {
  if (Number.isSafeInteger(maxWaitMs) && maxWaitMs > 0 && maxWaitMs <= MAX_MAX_WAIT_MS) return
  throw new LicetError(
    'invalid_configuration',
    `maxWaitMs is ${maxWaitMs}. The service did not start. Use a whole number of milliseconds from 1 to ${MAX_MAX_WAIT_MS}.`,
    { field: 'maxWaitMs' },
  )
}
