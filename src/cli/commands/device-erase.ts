import { ERASED_HEADER, type ErasedCount, readErased } from '../../protocol/erased.ts'
import { AUTH_PATHS } from '../../protocol/paths.ts'
import { type Command, EXIT, JSON_OPTION, requiredOption } from '../command.ts'
import { count } from '../count.ts'
import { openOperator } from '../open-operator.ts'
import { toPrintableJson } from '../printable.ts'
import { TARGET_NOTES, TARGET_OPTIONS, withTarget } from '../target/choose-target.ts'
import { DEVICE_OPTIONS, readDevices } from './device/which-devices.ts'
import type { WhichDevices } from './overview/with-overview.ts'

export const deviceErase: Command = {
  words: ['device', 'erase'],
  summary: 'Erase a device, or every device and license of a person.',
  usage: 'licet device erase --provider <id> (--ptr <id> | --address <address>) [options]',
  options: {
    ...DEVICE_OPTIONS,
    ...TARGET_OPTIONS,
    ...JSON_OPTION,
  },
  notes: ['It cannot be undone. If it is interrupted, run it again. The exit code is 1 when nothing matched.', ...TARGET_NOTES],
  async run(input, io) {
    const providerId = requiredOption(input, 'provider')
    const which = readDevices(input, 'erased')
    const erased = await withTarget<ErasedCount | undefined>(input, io, {
      remote: async (service) => {
        const query = new URLSearchParams(Object.entries(which))
        const { headers } = await service.send('DELETE', `${AUTH_PATHS.addresses(providerId)}?${query}`)
        return readErased(headers.get(ERASED_HEADER))
      },
      local: async (storage) => (await openOperator(storage, input, io)).eraseDevices(providerId, which),
    })
    const isNothing = erased?.devices === 0 && erased.licenses === 0
    if (input.values.json === true) io.out(toPrintableJson({ erased: { provider: providerId, ...which, ...erased } }))
    else if (!isNothing) io.out(describe(erased))
    if (isNothing) io.err(nothingFound(which))
    return isNothing ? EXIT.failed : EXIT.ok
  },
}

function describe(erased: ErasedCount | undefined): string {
  if (erased !== undefined) return `Erased ${count(erased.devices, 'device')} and ${count(erased.licenses, 'license')}.`
  return 'Erased what matches. How many devices and licenses is not known, because a proxy removed the header Licet-Erased.'
}

function nothingFound(which: WhichDevices): string {
  return 'id' in which
    ? 'No device and no license of this provider has this id. Nothing was erased. Check --provider and --ptr, or it was erased before.'
    : 'No device of this provider has this address. Nothing was erased. Check --provider and --address, or it was erased before.'
}
