import type { LicenseStatus } from '../../core/license.ts'
import { toTimestamp } from '../../core/timestamp.ts'
import { TERMS_HASH } from './licenses.ts'
import type { SqlValue } from './storage.ts'

/** Selects licenses of an organization. Without members it selects all of them. Times are milliseconds since the epoch. */
export interface LicenseFilter {
  readonly providerId?: string | undefined
  readonly ptr?: string | undefined
  readonly address?: string | undefined
  /** The status at `now`. */
  readonly status?: LicenseStatus | undefined
  readonly createdAfter?: number | undefined
  readonly createdBefore?: number | undefined
  /** One of the hashes of the text. */
  readonly termsHash?: readonly string[] | undefined
  /** None of the hashes of the text. */
  readonly notTermsHash?: readonly string[] | undefined
  /** A time at which the license was in force. */
  readonly asOf?: number | undefined
  readonly now: number
}

/** Joins the first transition `f` of a license `l`. Its device decides where a cluster reads the other transitions. */
export const JOIN_FIRST = `JOIN licet.license_transitions f
    ON f.provider_id = l.provider_id AND f.registration = l.registration AND f.license_id = l.id AND f.step = 1`

/** Joins the last transition of the license of `f`, of those that fulfill a condition. */
export const joinLast = (alias: string, condition = '') => `CROSS JOIN LATERAL (
    SELECT s.status FROM licet.license_transitions s
    WHERE s.provider_id = f.provider_id AND s.registration = f.registration AND s.license_id = f.license_id${condition}
    ORDER BY s.step DESC LIMIT 1) AS ${alias}`

/** The status at a time of a license `l` whose last transition is `s`. */
export const STATUS = (now: string) =>
  `CASE WHEN s.status = 'active' AND date_trunc('milliseconds', l.expiry) <= ${now} THEN 'expired' ELSE s.status END`

const IN_FORCE = (time: string) => `(l.created <= ${time}::timestamptz
    AND (l.expiry IS NULL OR date_trunc('milliseconds', l.expiry) > ${time}::timestamptz) AND h.status = 'active')`

/** The conditions of a filter on a license `l` of a provider `p`, with numbered parameters, and the values of these. */
interface FilterConditions {
  /** Joins what the conditions read. */
  readonly joins: string
  /** Conditions that each license is examined for. */
  readonly examined: string
  readonly values: SqlValue[]
}

/**
 * Returns the conditions of a filter that no index fulfills. Only the given members become conditions. `first` is the number of the first
 * parameter.
 */
export function toConditions(filter: LicenseFilter, first: number): FilterConditions {
  const values: SqlValue[] = []
  const add = (value: SqlValue | undefined, toCondition: (parameter: string) => string): string => {
    if (value === undefined) return ''
    values.push(value)
    return ` AND ${toCondition(`$${first + values.length - 1}`)}`
  }
  const { createdAfter, createdBefore, status, termsHash, notTermsHash, asOf } = filter
  const joins = status === undefined && asOf === undefined ? [] : [JOIN_FIRST]
  const examined = [
    add(createdAfter === undefined ? undefined : toTimestamp(createdAfter), (at) => `l.created > ${at}`),
    add(createdBefore === undefined ? undefined : toTimestamp(createdBefore), (at) => `l.created < ${at}`),
    add(termsHash, (hashes) => `${TERMS_HASH} = ANY (${hashes}::text[])`),
    add(notTermsHash, (hashes) => `${TERMS_HASH} <> ALL (${hashes}::text[])`),
    add(asOf === undefined ? undefined : toTimestamp(asOf), (time) => {
      joins.push(joinLast('h', ` AND s.at <= ${time}::timestamptz`))
      return IN_FORCE(time)
    }),
  ]
  if (status !== undefined) {
    values.push(toTimestamp(filter.now))
    joins.push(joinLast('s'))
    const now = `$${first + values.length - 1}::timestamptz`
    examined.push(add(status, (wanted) => `${STATUS(now)} = ${wanted}`))
  }
  return { joins: joins.join(' '), examined: examined.join(''), values }
}
