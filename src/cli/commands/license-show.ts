import { type Command, EXIT, JSON_OPTION } from '../command.ts'
import { printable, toPrintableJson } from '../printable.ts'
import { TARGET_NOTES, TARGET_OPTIONS } from '../target/choose-target.ts'
import { withLicenses } from './license/license-source.ts'

export const licenseShow: Command = {
  words: ['license', 'show'],
  summary: 'Show a license, with its uses and its terms.',
  positionals: { '<id>': 'the id of the license' },
  options: { ...TARGET_OPTIONS, ...JSON_OPTION },
  notes: TARGET_NOTES,
  async run(input, io) {
    const [id = ''] = input.positionals
    const license = await withLicenses(input, io, (licenses) => licenses.get(id))
    if (input.values.json === true) {
      io.out(toPrintableJson(license))
      return EXIT.ok
    }
    const { status, providerId, ptr, timestamp, expiry, origin, description, tags, uses, supersedes, terms } = license
    const { vouched, revocation: end } = license
    const lines = {
      id: license.id,
      status,
      revoked: end && `${end.timestamp}, requested by ${end.requestedBy}, by ${end.channel}`,
      note: end?.note,
      provider: providerId,
      ptr,
      vouched: vouched === undefined ? undefined : vouched ? 'yes' : 'no',
      stored: timestamp,
      expiry,
      origin,
      description,
      supersedes,
    }
    for (const [name, value] of Object.entries(lines)) if (value) io.out(`${name.padEnd(13)}${printable(value)}`)
    io.out(`${'data'.padEnd(13)}${printable(tags.join(', '))}`)
    for (const { usecases, destinations } of uses)
      io.out(`${'use'.padEnd(13)}${printable(usecases.join(', '))} at ${printable(destinations.join(', '))}`)
    io.out('')
    for (const line of terms.split('\n')) io.out(printable(line))
    return EXIT.ok
  },
}
