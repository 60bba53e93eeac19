import type { LicenseStatus } from '../../core/license.ts'
import { toTimestamp } from '../../core/timestamp.ts'
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
  readonly now: number
}

const STATUS = (now: string) => `(
    SELECT CASE WHEN s.status = 'active' AND date_trunc('milliseconds', l.expiry) <= ${now} THEN 'expired' ELSE s.status END
    FROM licet.license_transitions s
    WHERE s.provider_id = l.provider_id AND s.registration = l.registration AND s.license_id = l.id
    ORDER BY s.step DESC LIMIT 1)`

/**
 * Returns the conditions of a filter on a license `l` of a provider `p`, with numbered parameters, and the values of these parameters. Only
 * the given members become conditions, so that the planner uses the index of a pointer or a device. `first` is the first number.
 */
export function toConditions(filter: LicenseFilter, first: number): { readonly text: string; readonly values: SqlValue[] } {
  const values: SqlValue[] = []
  const conditions: string[] = []
  const add = (value: SqlValue | undefined, toCondition: (parameter: string) => string) => {
    if (value === undefined) return
    values.push(value)
    conditions.push(` AND ${toCondition(`$${first + values.length - 1}`)}`)
  }
  const { createdAfter, createdBefore, status } = filter
  add(filter.providerId, (id) => `p.id = ${id}::uuid`)
  add(filter.ptr, (ptr) => `l.ptr = ${ptr}`)
  add(
    filter.address,
    (address) =>
      `l.address <> '' AND l.registration = (SELECT a.registration FROM licet.addresses a WHERE a.provider_id = p.id AND a.address = ${address})`,
  )
  add(createdAfter === undefined ? undefined : toTimestamp(createdAfter), (at) => `l.created > ${at}`)
  add(createdBefore === undefined ? undefined : toTimestamp(createdBefore), (at) => `l.created < ${at}`)
  if (status !== undefined) {
    values.push(toTimestamp(filter.now))
    const now = `$${first + values.length - 1}::timestamptz`
    add(status, (wanted) => `${STATUS(now)} = ${wanted}`)
  }
  return { text: conditions.join(''), values }
}
