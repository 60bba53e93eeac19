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

/** Joins the transitions of a license `l`. */
export interface TransitionJoins {
  /** What {@link last} needs. */
  readonly first: string
  /** Joins the last transition, of those that fulfill a condition. */
  readonly last: (alias: string, condition?: string) => string
}

/**
 * Returns the joins for one server or for a cluster. One server reads the last transition of each license. A cluster cannot, because the
 * coordinator has found the licenses: it joins the first transition `f`, whose device decides where it reads the others.
 */
export function toTransitionJoins(isCluster: boolean): TransitionJoins {
  const from = isCluster ? 'f' : 'l'
  const licenseId = isCluster ? 'f.license_id' : 'l.id'
  return {
    first: isCluster
      ? `JOIN licet.license_transitions f
    ON f.provider_id = l.provider_id AND f.registration = l.registration AND f.license_id = l.id AND f.step = 1`
      : '',
    last: (alias, condition = '') => `CROSS JOIN LATERAL (
    SELECT s.status FROM licet.license_transitions s
    WHERE s.provider_id = ${from}.provider_id AND s.registration = ${from}.registration AND s.license_id = ${licenseId}${condition}
    ORDER BY s.step DESC LIMIT 1) AS ${alias}`,
  }
}

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
export function toConditions(filter: LicenseFilter, first: number, transitions: TransitionJoins): FilterConditions {
  const values: SqlValue[] = []
  const add = (value: SqlValue | undefined, toCondition: (parameter: string) => string): string => {
    if (value === undefined) return ''
    values.push(value)
    return ` AND ${toCondition(`$${first + values.length - 1}`)}`
  }
  const { createdAfter, createdBefore, status, termsHash, notTermsHash, asOf } = filter
  const joins = status === undefined && asOf === undefined ? [] : [transitions.first]
  const examined = [
    add(createdAfter === undefined ? undefined : toTimestamp(createdAfter), (at) => `l.created > ${at}`),
    add(createdBefore === undefined ? undefined : toTimestamp(createdBefore), (at) => `l.created < ${at}`),
    add(termsHash, (hashes) => `${TERMS_HASH} = ANY (${hashes}::text[])`),
    add(notTermsHash, (hashes) => `${TERMS_HASH} <> ALL (${hashes}::text[])`),
    add(asOf === undefined ? undefined : toTimestamp(asOf), (time) => {
      joins.push(transitions.last('h', ` AND s.at <= ${time}::timestamptz`))
      return IN_FORCE(time)
    }),
  ]
  if (status !== undefined) {
    values.push(toTimestamp(filter.now))
    joins.push(transitions.last('s'))
    const now = `$${first + values.length - 1}::timestamptz`
    examined.push(add(status, (wanted) => `${STATUS(now)} = ${wanted}`))
  }
  return { joins: joins.join(' '), examined: examined.join(''), values }
}
