import type { Address } from '../../protocol/records/devices.ts'
import { type Command, EXIT, JSON_OPTION, requiredOption } from '../command.ts'
import { printable } from '../printable.ts'
import { TARGET_NOTES, TARGET_OPTIONS } from '../target/choose-target.ts'
import { writeLines } from '../write-lines.ts'
import { DEVICE_OPTIONS, readDevices } from './device/which-devices.ts'
import { toJsonArray } from './license/json-lines.ts'
import { withOverview } from './overview/with-overview.ts'

export const deviceList: Command = {
  words: ['device', 'list'],
  summary: 'List the registered devices of a person, newest first.',
  usage: 'licet device list --provider <id> (--ptr <id> | --address <address>) [options]',
  options: { ...DEVICE_OPTIONS, ...TARGET_OPTIONS, ...JSON_OPTION },
  notes: ['An erased device is not registered any longer. Its licenses stay, without the person.', ...TARGET_NOTES],
  async run(input, io) {
    const providerId = requiredOption(input, 'provider')
    const which = readDevices(input, 'listed')
    await withOverview(input, io, async ({ devices }) => {
      const found = devices(providerId, which)
      await writeLines(input.values.json === true ? toJsonArray(found) : toRows(found), io)
    })
    return EXIT.ok
  },
}

async function* toRows(devices: AsyncIterable<Address>): AsyncGenerator<string> {
  let isEmpty = true
  for await (const { address, vouched, created, id } of devices) {
    isEmpty = false
    yield `${address}  created ${created}  ${vouched ? 'vouched' : 'not vouched'}  ${printable(id)}`
  }
  if (isEmpty) yield 'No device was found.'
}
