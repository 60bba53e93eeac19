import type { Agreement } from '../core/agreement.ts'
import { type Duration, isDuration } from '../core/duration.ts'
import { isJsonObject } from '../core/json.ts'
import { parseTimestamp, toTimestamp } from '../core/timestamp.ts'
import { misconfigured } from './check-value.ts'
import type { Template } from './template.ts'

/**
 * Checks an end: a time in RFC 3339 and UTC, which is returned with milliseconds as every time on the wire, or a duration.
 *
 * @throws {LicetError} `invalid_configuration` for any other value.
 */
export function checkExpiry(value: unknown, field: string): string | Duration {
  if (isJsonObject(value)) {
    if (isDuration(value)) return { ...value }
    throw misconfigured(
      field,
      `is ${quote(value)}, which is not a duration`,
      'Use one of days, months and years, 1 day to 100 years: { months: 12 }.',
    )
  }
  const epochMs = typeof value === 'string' ? parseTimestamp(value) : undefined
  if (epochMs === undefined)
    throw misconfigured(
      field,
      `is ${quote(value)}, which is not a time in UTC`,
      'Use one such as 2027-12-31T23:59:00Z, { months: 12 }, or null for no end date.',
    )
  return toTimestamp(epochMs)
}

/**
 * Checks that the terms name the duration of the agreement. A template without a text for durations would state an endless license.
 *
 * @throws {LicetError} `invalid_configuration` for a template without `{{duration}}`.
 */
export function checkNamesDuration({ expiry, template }: Agreement & { readonly template: Template }): void {
  if (!isJsonObject(expiry) || JSON.stringify(template.tree).includes('["$","duration"')) return
  throw misconfigured('template', 'has no {{duration}}, so its text does not name the duration', 'Add it, or set expiry to a date.')
}

function quote(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 40)
}
