import { toTimestamp } from '../../core/timestamp.ts'
import { createId } from '../crypto/create-id.ts'
import { appendAuditEvent, renewAuditChain } from '../storage/audit-chains.ts'
import type { Sql, Storage } from '../storage/storage.ts'
import { type AuditEvent, serializeAuditEvent } from './audit-event.ts'
import { type CountedEvent, createEventCounter } from './event-counter.ts'

/** Writes the events of this process to the audit log. */
export interface AuditLog {
  /**
   * Runs an act in a transaction and writes its event in the same one: either both are stored, or neither. Writes nothing when `describe`
   * returns `undefined`.
   */
  record<T>(act: (sql: Sql) => Promise<T>, describe: (result: T) => AuditEvent | undefined): Promise<T>
  /** Writes an event in a transaction of the caller. */
  append(sql: Sql, event: AuditEvent): Promise<void>
  /** Keeps an event in memory until {@link flush}, for events that no transaction causes. */
  defer(event: AuditEvent): void
  /** Counts an event in memory. {@link flush} writes one event for all of the same action and client. */
  count(event: CountedEvent): void
  /**
   * Writes the events in memory, and reports that the chain of this process is in use. Events that cannot be written stay in memory, and so do
   * events that are counted for a longer period, unless `isLast` is set.
   */
  flush(options?: { readonly isLast?: boolean }): Promise<void>
  /** Ends the current chain, so that it gets its signed head in the next round. The next event opens another chain. */
  endChain(): void
  /** Returns the chains of this process that get no further events, to be closed. With `isLast`, includes the current chain. */
  finishedChains(isLast: boolean): readonly string[]
  /** Forgets a chain that is closed. */
  forget(chain: string): void
}

/** Maximum number of events that wait for the database. Later ones are dropped. */
const MAX_DEFERRED = 100

/** Creates the writer of the audit log. Its first event opens a chain. */
export function createAuditLog({
  storage,
  crypto,
  now,
}: {
  readonly storage: Storage
  readonly crypto: { readonly random: (length: number) => Uint8Array }
  readonly now: () => number
}): AuditLog {
  let current: { readonly id: string; readonly day: string } | undefined
  const former = new Set<string>()
  const deferred: { readonly event: AuditEvent; readonly at: number }[] = []
  const counter = createEventCounter(now)

  const endChain = (): void => {
    if (current !== undefined) former.add(current.id)
    current = undefined
  }

  const chainOf = (at: number): { readonly id: string; readonly day: string } => {
    const day = toTimestamp(at).slice(0, 10)
    if (current?.day === day) return current
    endChain()
    current = { id: createId(at, crypto.random), day }
    return current
  }

  const appendAt = async (sql: Sql, event: AuditEvent, at: number): Promise<void> => {
    // The chain belongs to the day on which it is written. The event can be older.
    const written = now()
    const text = serializeAuditEvent(event, at)
    for (;;) {
      const chain = chainOf(written)
      if (await appendAuditEvent(sql, chain, text, { now: written })) return
      // Another process closed the chain, because this one was suspended for minutes.
      if (current === chain) current = undefined
    }
  }

  const flushNow = async (isLast = false): Promise<void> => {
    for (let next = deferred[0]; next !== undefined; next = deferred[0]) {
      await appendAt(storage, next.event, next.at)
      deferred.shift()
    }
    for (const { event, begun, remove } of counter.list(isLast)) {
      await appendAt(storage, event(), begun)
      remove()
    }
    const at = now()
    if (current?.day !== toTimestamp(at).slice(0, 10)) endChain()
    if (current !== undefined) await renewAuditChain(storage, current.id, at)
  }
  let flushing: Promise<void> = Promise.resolve()

  return {
    record: (act, describe) =>
      storage.transaction(async (sql) => {
        const result = await act(sql)
        const event = describe(result)
        if (event !== undefined) await appendAt(sql, event, now())
        return result
      }),
    append: (sql, event) => appendAt(sql, event, now()),
    defer: (event) => {
      if (deferred.length < MAX_DEFERRED) deferred.push({ event, at: now() })
    },
    count: counter.count,
    flush: ({ isLast } = {}) => {
      // One after another, so that no event is written twice.
      const written = flushing.then(() => flushNow(isLast))
      flushing = written.catch(() => undefined)
      return written
    },
    endChain,
    finishedChains: (isLast) => [...former, ...(isLast && current !== undefined ? [current.id] : [])],
    forget: (chain) => {
      former.delete(chain)
      if (current?.id === chain) current = undefined
    },
  }
}
