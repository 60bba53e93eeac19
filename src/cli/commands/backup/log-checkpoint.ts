import { readFile } from 'node:fs/promises'
import { type CommandInput, type CommandIo, type CommandOption, textOption, UsageError } from '../../command.ts'
import { printable } from '../../printable.ts'
import { toPath } from '../../write-lines.ts'

/** The option with the last checkpoint of the public log. */
export const LOG_CHECKPOINT_OPTION = {
  'log-checkpoint': {
    type: 'string',
    value: '<file>',
    help: 'the last checkpoint of the public log, from a copy or a witness (default: the last one in the database)',
  },
} as const satisfies Readonly<Record<string, CommandOption>>

/**
 * Returns the checkpoint in the file of `--log-checkpoint`.
 *
 * @throws {UsageError} when the file cannot be read.
 */
export async function readLogCheckpoint(input: CommandInput, io: CommandIo): Promise<string | undefined> {
  const name = textOption(input, 'log-checkpoint')
  if (name === undefined) return undefined
  const note = await readFile(toPath(io, name), 'utf8').catch(() => undefined)
  if (note !== undefined) return note
  throw new UsageError(`The file ${printable(name)} cannot be read. Nothing was restored. Correct the path in --log-checkpoint.`)
}
