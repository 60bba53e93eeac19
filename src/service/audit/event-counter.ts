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
  /** What was selected, of a few possible values. Events with different filters are counted separately. */
  readonly filter?: JsonObject
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
const MAX_EXAMPLES = 10

interface Entry {
  readonly begun: number
  readonly event: Omit<AuditEvent, 'details'>
  readonly filter?: JsonObject | undefined
  readonly isOther: boolean
  amount: number
  until: number
  readonly examples: string[]
}

/** Counts events in bounded memory, by action and client. Anyone can cause them, so they must neither fill the log nor slow a request. */
export function createEventCounter(now: () => number): { count(event: CountedEvent): void; list(): Count[] } {
  const actions = new Map<string, Map<string, Map<string, Entry>>>()
  const find = ({ amount: _, examples: __, filter, isKnown = true, ...event }: CountedEvent, at: number): Entry => {
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
      amount: 0,
      until: at,
      examples: [],
    }))
  }
  return {
    count: (event) => {
      const at = now()
      const entry = find(event, at)
      entry.amount += event.amount ?? 1
      entry.until = at
      entry.examples.push(...(event.examples ?? []).slice(0, MAX_EXAMPLES - entry.examples.length))
    },
    list: () =>
      [...actions.values()].flatMap((clients) =>
        [...clients].flatMap(([name, filters]) =>
          [...filters].map(([selection, entry]) => {
            let written = 0
            let writtenExamples = 0
            return {
              begun: entry.begun,
              event: () => {
                written = entry.amount
                writtenExamples = entry.examples.length
                return { ...entry.event, details: detailsOf(entry) }
              },
              remove: () => {
                entry.amount -= written
                // Counted again during the write.
                if (entry.amount === 0) filters.delete(selection)
                if (filters.size === 0) clients.delete(name)
                entry.examples.splice(0, writtenExamples)
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

function detailsOf({ amount, until, isOther, examples, filter }: Entry): AuditEvent['details'] {
  return {
    count: amount,
    until: toTimestamp(until),
    ...(filter !== undefined && { filter }),
    ...(isOther && { others: true }),
    ...(examples.length > 0 && { examples: [...examples] }),
  }
}
