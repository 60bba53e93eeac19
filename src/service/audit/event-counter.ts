import type { JsonObject } from '../../core/json.ts'
import { toTimestamp } from '../../core/timestamp.ts'
import type { AuditEvent } from './audit-event.ts'

/** An event that can be frequent, such as a wrong secret. */
export interface CountedEvent extends Omit<AuditEvent, 'details'> {
  /** How many are counted. Default: 1. */
  readonly amount?: number
  /** Whether the client exists. Strangers can invent ids without limit, so these are counted separately. Default: true. */
  readonly isKnown?: boolean
  /** Ids that the event is about, such as a chain of refresh tokens. The event has the first ten. */
  readonly examples?: readonly string[]
  /** Who the events are about. The event has the number of different people. They are in memory until it is written. */
  readonly people?: readonly string[]
  /** What was selected, of a few possible values. Events with different filters are counted separately. */
  readonly filter?: JsonObject
  /** How long they are counted before one event is written for all of them. Default: until the next {@link AuditLog.flush}. */
  readonly periodMs?: number
}

/** Events of the same action and client. */
interface Count {
  /** When the first one was counted. */
  readonly begun: number
  /** Returns the event for all of them. */
  event(): AuditEvent
  /** Removes those that the last call of {@link event} included. */
  remove(): void
}

/** Maximum number of clients that are counted separately for an action. All others are counted together. */
const MAX_CLIENTS = 200
/** The same for clients that do not exist. */
const MAX_INVENTED_CLIENTS = 20
/** Filters of a client that are counted separately. A caller chooses the ids in a filter, and must not hide its other reads behind them. */
const MAX_FILTERS = 10
/** How many ids of records an event has. */
export const MAX_EXAMPLES = 10
/** The highest number of different people that an event counts. */
const MAX_PEOPLE = 1000

interface Entry {
  readonly begun: number
  readonly event: Omit<AuditEvent, 'details'>
  readonly filter?: JsonObject | undefined
  readonly isOther: boolean
  /** When it is written at the earliest. */
  readonly due: number
  amount: number
  until: number
  readonly examples: string[]
  readonly people: Set<string>
}

/** Counts events in bounded memory, by action and client. Anyone can cause them, so they must neither fill the log nor slow a request. */
export function createEventCounter(now: () => number): { count(event: CountedEvent): void; list(isLast?: boolean): Count[] } {
  const actions = new Map<string, Map<string, Map<string, Entry>>>()
  const find = (
    { amount: _, examples: __, people: ___, periodMs = 0, filter, isKnown = true, ...event }: CountedEvent,
    at: number,
  ): Entry => {
    const { action, actor, providerId = '' } = event
    const clients = entryOf(
      actions,
      isKnown ? action : `${action} of an invented client`,
      () => new Map<string, Map<string, Entry>>(),
    )
    const name = `${actor.type} ${actor.id ?? ''} ${actor.apiKeyId ?? ''} ${providerId}`
    const isOther = !clients.has(name) && clients.size >= (isKnown ? MAX_CLIENTS : MAX_INVENTED_CLIENTS)
    const filters = entryOf(clients, isOther ? `others ${actor.type}` : name, () => new Map<string, Entry>())
    const selection = JSON.stringify(filter) ?? ''
    const hasOtherFilter = !filters.has(selection) && filters.size >= MAX_FILTERS
    return entryOf(filters, isOther ? '' : hasOtherFilter ? 'others' : selection, () => ({
      begun: at,
      event: isOther ? { action, actor: { type: actor.type } } : event,
      filter: isOther || hasOtherFilter ? undefined : filter,
      isOther: isOther || hasOtherFilter,
      due: at + periodMs,
      amount: 0,
      until: at,
      examples: [],
      people: new Set<string>(),
    }))
  }
  return {
    count: (event) => {
      const at = now()
      const entry = find(event, at)
      entry.amount += event.amount ?? 1
      entry.until = at
      entry.examples.push(...(event.examples ?? []).slice(0, MAX_EXAMPLES - entry.examples.length))
      for (const person of event.people ?? []) if (entry.people.size < MAX_PEOPLE) entry.people.add(person)
    },
    list: (isLast = false) =>
      [...actions.values()].flatMap((clients) =>
        [...clients].flatMap(([name, filters]) =>
          [...filters].flatMap(([selection, entry]) => {
            if (!isLast && now() < entry.due) return []
            let written = 0
            let writtenExamples = 0
            let writtenPeople: readonly string[] = []
            return {
              begun: entry.begun,
              event: () => {
                written = entry.amount
                writtenExamples = entry.examples.length
                writtenPeople = [...entry.people]
                return { ...entry.event, details: detailsOf(entry) }
              },
              remove: () => {
                entry.amount -= written
                // Counted again during the write.
                if (entry.amount === 0) filters.delete(selection)
                if (filters.size === 0) clients.delete(name)
                entry.examples.splice(0, writtenExamples)
                for (const person of writtenPeople) entry.people.delete(person)
              },
            }
          }),
        ),
      ),
  }
}

function entryOf<V>(map: Map<string, V>, key: string, create: () => V): V {
  const entry = map.get(key) ?? create()
  map.set(key, entry)
  return entry
}

function detailsOf({ amount, until, isOther, examples, people, filter }: Entry): AuditEvent['details'] {
  return {
    count: amount,
    ...(people.size > 0 && { people: people.size }),
    until: toTimestamp(until),
    ...(filter !== undefined && { filter }),
    ...(isOther && { others: true }),
    ...(examples.length > 0 && { examples: [...examples] }),
  }
}
