import type { License } from '../../core/license.ts'
import { type Command, EXIT, JSON_OPTION } from '../command.ts'
import { printable } from '../printable.ts'
import { TARGET_NOTES, TARGET_OPTIONS } from '../target/choose-target.ts'
import { writeLines } from '../write-lines.ts'
import { FILTER_OPTIONS, readSelection } from './license/filter.ts'
import { toJsonArray } from './license/json-lines.ts'
import { withLicenses } from './license/license-source.ts'

export const licenseList: Command = {
  words: ['license', 'list'],
  summary: 'List licenses, newest first.',
  options: { ...FILTER_OPTIONS, ...TARGET_OPTIONS, ...JSON_OPTION },
  notes: TARGET_NOTES,
  async run(input, io) {
    const selection = readSelection(input, io)
    await withLicenses(input, io, async ({ list }) => {
      const licenses = list(selection)
      await writeLines(input.values.json === true ? toJsonArray(licenses) : toRows(licenses), io)
    })
    return EXIT.ok
  },
}

async function* toRows(licenses: AsyncIterable<License>): AsyncGenerator<string> {
  let isEmpty = true
  for await (const license of licenses) {
    isEmpty = false
    yield `${license.id}  ${license.status.padEnd(10)}  ${license.timestamp}  ${printable(license.ptr)}`
  }
  yield isEmpty ? 'No license was found.' : 'Show one of them: licet license show <id>'
}
