import { type Command, type CommandInput, EXIT, JSON_OPTION, requiredOption, textOption, UsageError } from '../command.ts'
import { toPrintableJson } from '../printable.ts'
import { TARGET_NOTES, TARGET_OPTIONS, withTarget } from '../target/choose-target.ts'

/** `licet device erase` */
export const deviceErase: Command = {
  words: ['device', 'erase'],
  summary: 'Erase a device, or every device and license of a person.',
  usage: 'licet device erase --provider <id> (--ptr <id> | --address <address>) [options]',
  options: {
    provider: { type: 'string', value: '<id>', help: 'the provider.id that `licet provider create` printed' },
    ptr: { type: 'string', value: '<id>', help: "the person, by the app's id" },
    address: { type: 'string', value: '<address>', help: 'the device' },
    ...TARGET_OPTIONS,
    ...JSON_OPTION,
  },
  notes: ['It cannot be undone. If it is interrupted, run it again.', ...TARGET_NOTES],
  async run(input, io) {
    const providerId = requiredOption(input, 'provider')
    const which = readDevices(input)
    await withTarget(input, io, {
      remote: async ({ client, token }) => client.deleteAddresses(await token(), providerId, which),
      local: async (storage) => {
        const { createOperator } = await import('../../service/accounts/operator.ts')
        const { createNodeCrypto } = await import('../../service/node.ts')
        await createOperator({ storage, crypto: createNodeCrypto(), now: io.now }).eraseDevices(providerId, which)
      },
    })
    const what = 'id' in which ? 'every device and license of this person' : 'this device'
    io.out(input.values.json === true ? toPrintableJson({ erased: { provider: providerId, ...which } }) : `Erased ${what}.`)
    return EXIT.ok
  },
}

function readDevices(input: CommandInput): { readonly address: string } | { readonly id: string } {
  const [ptr, address] = [textOption(input, 'ptr'), textOption(input, 'address')]
  if (ptr && address === undefined) return { id: ptr }
  if (address && ptr === undefined) return { address }
  throw new UsageError('Neither --ptr nor --address has a value, or both have one. Nothing was erased. Add one of them.')
}
