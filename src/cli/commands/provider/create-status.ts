import type { CreateStatus } from '../../../protocol/records/accounts.ts'
import { type CommandInput, type CommandOption, textOption, UsageError } from '../../command.ts'

/** The option for the status of a new license. */
export const CREATE_STATUS_OPTION = {
  'create-status': {
    type: 'string',
    value: '<status>',
    help: 'HTTP status of a new license: 201, or 200 for earlier clients that accept only 200',
  },
} as const satisfies Readonly<Record<string, CommandOption>>

/**
 * Reads the status of a new license. `undefined` when the option is not set.
 *
 * @throws {UsageError} for another status than 200 and 201.
 */
export function readCreateStatus(input: CommandInput): CreateStatus | undefined {
  const text = textOption(input, 'create-status')
  if (text === undefined) return undefined
  if (text === '200') return 200
  if (text === '201') return 201
  throw new UsageError(`--create-status is "${text}". Nothing was changed. Use 200 or 201.`)
}
