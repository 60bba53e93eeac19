import { type Command, EXIT, JSON_OPTION } from '../command.ts'
import { printable, toPrintableJson } from '../printable.ts'
import { FILTER_OPTIONS, readFilter } from './license/filter.ts'
import { openRemote, REMOTE_OPTIONS } from './license/remote-service.ts'

/** `licet license list` */
export const licenseList: Command = {
  words: ['license', 'list'],
  summary: 'List the licenses of your organization, newest first.',
  usage: 'licet license list [options]',
  options: { ...FILTER_OPTIONS, ...REMOTE_OPTIONS, ...JSON_OPTION },
  async run(input, io) {
    const matches = readFilter(input)
    const isJson = input.values.json === true
    const found: unknown[] = []
    let count = 0
    for await (const license of openRemote(input, io).list()) {
      if (!matches(license)) continue
      count++
      if (isJson) found.push(license)
      else io.out(`${license.id}  ${license.status.padEnd(10)}  ${license.timestamp}  ${printable(license.ptr)}`)
    }
    if (isJson) io.out(toPrintableJson(found))
    else io.out(count === 0 ? 'No license was found.' : 'Show one of them: licet license show <id>')
    return EXIT.ok
  },
}
