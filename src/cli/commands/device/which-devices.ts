import { ADDRESS } from '../../../core/address.ts'
import { type CommandInput, type CommandOption, textOption, UsageError } from '../../command.ts'
import type { WhichDevices } from '../overview/with-overview.ts'

/** The options that select devices. */
export const DEVICE_OPTIONS = {
  provider: { type: 'string', value: '<id>', help: 'the provider.id that `licet provider create` printed' },
  ptr: { type: 'string', value: '<id>', help: "your app's id of the person" },
  address: { type: 'string', value: '<address>', help: 'the device' },
} as const satisfies Readonly<Record<string, CommandOption>>

/**
 * Reads which devices are selected. `done` says what was not done with them.
 *
 * @throws {UsageError} unless exactly one of `--ptr` and `--address` has a value.
 */
export function readDevices(input: CommandInput, done: 'erased' | 'listed'): WhichDevices {
  const [ptr, address] = [textOption(input, 'ptr'), textOption(input, 'address')]
  if (ptr && address === undefined) return { id: ptr }
  if (address && ptr === undefined) {
    if (ADDRESS.test(address)) return { address }
    throw new UsageError(
      `--address "${address}" is not an address. Nothing was ${done}. Use the 43 characters that \`licet license show\` prints, or --ptr.`,
    )
  }
  throw new UsageError(`Neither --ptr nor --address has a value, or both have one. Nothing was ${done}. Add one of them.`)
}
