import { LICENSE_STATUSES, type LicenseStatus } from '../../../core/license.ts'
import { type CommandInput, type CommandOption, textOption, UsageError } from '../../command.ts'

/** The options that select licenses. */
export const FILTER_OPTIONS = {
  provider: { type: 'string', value: '<id>', help: 'only licenses of this provider' },
  status: { type: 'string', value: '<status>', help: `only licenses with this status: ${LICENSE_STATUSES.join(', ')}` },
  ptr: { type: 'string', value: '<id>', help: "only licenses of this person: your app's id" },
} as const satisfies Readonly<Record<string, CommandOption>>

/** Selects licenses. Without members, all of them. */
export interface LicenseSelection {
  readonly provider?: string | undefined
  readonly status?: LicenseStatus | undefined
  readonly ptr?: string | undefined
}

/**
 * Reads the options that select licenses.
 *
 * @throws {UsageError} when the status does not exist, or a value is empty: it would select every license.
 */
export function readSelection(input: CommandInput): LicenseSelection {
  const [provider, text, ptr] = (['provider', 'status', 'ptr'] as const).map((name) => {
    const value = textOption(input, name)
    if (value === '') throw new UsageError(`--${name} is empty. Nothing was requested. Add a value, or remove it.`)
    return value
  })
  const status = LICENSE_STATUSES.find((known) => known === text)
  if (text !== undefined && status === undefined)
    throw new UsageError(`--status is "${text}". Nothing was requested. Use ${LICENSE_STATUSES.join(', ')}.`)
  return { provider, status, ptr }
}
