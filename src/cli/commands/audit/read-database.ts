import type { Sql } from '../../../service/index.ts'
import type { StoredAuditChain } from '../../../service/storage/read-audit-log.ts'
import { type CommandInput, type CommandOption, textOption, UsageError } from '../../command.ts'
import { type AuditLine, toEndLine, toEventLine } from './audit-line.ts'

/** The days of the chains that are read, such as `2026-11-23`. */
export interface DayRange {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The option of the first day. */
export const FROM_OPTION = {
  from: { type: 'string', value: '<day>', help: 'only events from this day on, in UTC: 2026-11-23' },
} as const satisfies Readonly<Record<string, CommandOption>>

/** The options that select days. */
export const DAY_OPTIONS = {
  ...FROM_OPTION,
  to: { type: 'string', value: '<day>', help: 'only events up to this day, in UTC' },
} as const satisfies Readonly<Record<string, CommandOption>>

/**
 * Returns the days of the options.
 *
 * @throws {UsageError} when one is not a day.
 */
export function readDays(input: CommandInput): DayRange {
  const days = { from: textOption(input, 'from'), to: textOption(input, 'to') }
  for (const [name, day] of Object.entries(days)) {
    const isDay = day === undefined || (/^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)))
    if (!isDay) throw new UsageError(`--${name} is "${day}". Nothing was read. Write a day like 2026-11-23.`)
  }
  return days
}

/** Returns whether the events of a chain are selected. */
export function isSelected({ day }: StoredAuditChain, { from, to }: DayRange): boolean {
  return (from === undefined || day >= from) && (to === undefined || day <= to)
}

/**
 * Yields the audit log of a database: the events of each chain, then its end. Of other days, only the heads, without which a file cannot
 * show that none is missing.
 */
export async function* readAuditLog(sql: Sql, days: DayRange = {}): AsyncGenerator<AuditLine> {
  const { listAuditChains, readAuditEvents } = await import('../../../service/storage/read-audit-log.ts')
  for await (const chain of listAuditChains(sql)) {
    if (!isSelected(chain, days)) {
      if (chain.head !== null) yield toEndLine(chain, chain.removed === null ? 'omitted' : 'removed')
      continue
    }
    // While the retention removes a chain, some of its events are still there.
    if (chain.removed === null) for await (const event of readAuditEvents(sql, chain)) yield toEventLine(chain.id, event)
    yield toEndLine(chain)
  }
}
