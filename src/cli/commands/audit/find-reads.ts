import { isJsonObject, type JsonObject } from '../../../core/json.ts'
import { utf8 } from '../../../core/signature.ts'
import { parseJsonBytes } from '../../../core/strict-json.ts'
import { MINUTE_MS } from '../../../core/time-units.ts'
import { type AuditAction, MAX_ITEMS } from '../../../service/audit/audit-event.ts'
import type { AuditedLicense } from '../../../service/storage/overview.ts'
import type { EventLine } from './audit-line.ts'

/** A read that included the licenses, or may have included them. */
export interface Read {
  /**
   * - `certain`: the log has the id of one of the licenses.
   * - `possible`: the read selected more licenses than the log has ids of, or the questions were about several people, and the filter does not
   *   exclude these.
   * - `backup`: a backup contains every license.
   */
  readonly certainty: 'certain' | 'possible' | 'backup'
  readonly time: string
  /** The time of the last read that the event counts. */
  readonly until?: string
  readonly actor: JsonObject
  /** How many licenses were read, or how many questions were asked. */
  readonly count?: number
  /** How many people the questions were about. The log counts up to 1,000. */
  readonly people?: number
  readonly filter?: JsonObject
}

/** By how much the clocks of two processes can differ: each by up to a minute from the clock of the database. */
const MAX_CLOCKS_MS = 2 * MINUTE_MS

/** Returns what an event says about the licenses, or `undefined` when it cannot have read them. */
export function findRead({ text }: EventLine, licenses: readonly AuditedLicense[]): Read | undefined {
  const event = readObject(text)
  const { time, orgId, details = {}, actor = {} } = event
  if (typeof time !== 'string' || !isJsonObject(details) || !isJsonObject(actor)) return undefined
  const action = event.action as AuditAction
  const until = typeof details.until === 'string' ? details.until : time
  // A license that was stored later was not read.
  const stored = licenses.filter(({ created }) => created <= Date.parse(until) + MAX_CLOCKS_MS)
  if (action === 'database.backed_up') return stored.length === 0 ? undefined : { certainty: 'backup', time, actor }
  if (action !== 'license.read' && action !== 'permit.asked') return undefined
  const { count = 0, people, examples = [], filter, more } = details
  if (typeof count !== 'number' || !Array.isArray(examples)) return undefined
  // One person can have many of the examples, so only the questions about a single person were about nobody else.
  const hasMore = typeof people === 'number' ? people > 1 || examples.length === 0 : count > examples.length
  // The id proves the read, whatever the clocks say.
  const isCertain = licenses.some(({ id }) => examples.includes(id))
  const isPossible =
    // With `more`, the process can have been killed before it recorded the rest.
    (hasMore || more === true) &&
    stored.some((license) => (orgId === undefined || orgId === license.orgId) && mayMatch(license, filter))
  if (!isCertain && !isPossible) return undefined
  return {
    certainty: isCertain ? 'certain' : 'possible',
    time,
    ...(until !== time && { until }),
    actor,
    count,
    ...(typeof people === 'number' && { people }),
    ...(isJsonObject(filter) && { filter }),
  }
}

/** The log has ids and hashes as they are. Of a person, a device and a time it has only that they were set. */
function mayMatch({ providerId, termsHash }: AuditedLicense, filter: unknown): boolean {
  if (!isJsonObject(filter)) return true
  return (
    (filter.providerId === undefined || filter.providerId === providerId) &&
    (!isTexts(filter.termsHash) || filter.termsHash.includes(termsHash)) &&
    (!isTexts(filter.notTermsHash) || !filter.notTermsHash.includes(termsHash))
  )
}

/** Returns whether a value is a complete list of hashes. The log cuts longer lists, so a list of this length can lack some. */
function isTexts(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length < MAX_ITEMS
}

function readObject(text: string): JsonObject {
  try {
    const value = parseJsonBytes(utf8(text))
    return isJsonObject(value) ? value : {}
  } catch {
    // An event that is no JSON was changed by somebody: `licet audit verify` reports it.
    return {}
  }
}
