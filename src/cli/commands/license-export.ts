import { type Command, EXIT, textOption, UsageError } from '../command.ts'
import { toPrintableJson } from '../printable.ts'
import { CSV_HEADER, toCsvRecord } from './license/csv.ts'
import { FILTER_OPTIONS, readFilter } from './license/filter.ts'
import { openRemote, REMOTE_OPTIONS } from './license/remote-service.ts'

/** `licet license export` */
export const licenseExport: Command = {
  words: ['license', 'export'],
  summary: 'Print the licenses of your organization as CSV, JSON or NDJSON.',
  usage: 'licet license export [options] > licenses.csv',
  options: {
    format: { type: 'string', value: '<format>', help: 'csv, json, or ndjson: one license on each line (default: csv)' },
    ...FILTER_OPTIONS,
    ...REMOTE_OPTIONS,
    json: { type: 'boolean', help: 'the same as --format json' },
  },
  notes: ['CSV has no terms and one line for each license. JSON and NDJSON have the whole record, with its receipt.'],
  async run(input, io) {
    const format = textOption(input, 'format') ?? (input.values.json === true ? 'json' : 'csv')
    if (!['csv', 'json', 'ndjson'].includes(format))
      throw new UsageError(`--format is "${format}". Nothing was requested. Use csv, json or ndjson.`)
    const matches = readFilter(input)
    const licenses = openRemote(input, io).list()
    // The first page is requested before anything is printed, so that a wrong key leaves no half file.
    let isFirst = true
    const start = (): void => {
      if (isFirst && format !== 'ndjson') io.out(format === 'csv' ? `${CSV_HEADER}\r` : '[')
      isFirst = false
    }
    let waiting: string | undefined
    for await (const license of licenses) {
      start()
      if (!matches(license)) continue
      if (format === 'csv') io.out(`${toCsvRecord(license)}\r`)
      else if (format === 'ndjson') io.out(toPrintableJson(license, 0))
      else {
        if (waiting !== undefined) io.out(`${waiting},`)
        waiting = toPrintableJson(license, 0)
      }
    }
    start()
    if (waiting !== undefined) io.out(waiting)
    if (format === 'json') io.out(']')
    return EXIT.ok
  },
}
