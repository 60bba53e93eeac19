import type { License } from '../../core/license.ts'
import { type Command, type CommandInput, type CommandIo, EXIT, textOption, UsageError } from '../command.ts'
import { TARGET_NOTES, TARGET_OPTIONS } from '../target/choose-target.ts'
import { toPath, writeLines } from '../write-lines.ts'
import { readRecordContext, toConsentRecords } from './license/consent-records.ts'
import { toCsvLines } from './license/csv.ts'
import { FILTER_OPTIONS, readSelection } from './license/filter.ts'
import { toJsonArray, toJsonLines } from './license/json-lines.ts'
import { type LicenseSource, withLicenses } from './license/license-source.ts'

const FORMATS: Readonly<Record<string, (licenses: AsyncIterable<License>) => AsyncGenerator<string>>> = {
  csv: toCsvLines,
  json: toJsonArray,
  ndjson: toJsonLines,
}
const ISO = 'iso27560'

/** `licet license export` */
export const licenseExport: Command = {
  words: ['license', 'export'],
  summary: 'Write licenses as CSV, JSON, NDJSON or consent records of ISO/IEC TS 27560.',
  usage: 'licet license export [--output <file>] [options]',
  options: {
    format: { type: 'string', value: '<format>', help: `csv, json, ndjson (one license on each line), or ${ISO} (default: csv)` },
    output: {
      type: 'string',
      value: '<file>',
      help: 'file, which is replaced when the export is complete (default: standard output)',
    },
    agreement: { type: 'string', value: '<file>', help: `the agreement as JSON, with "storage", for ${ISO}` },
    ...FILTER_OPTIONS,
    ...TARGET_OPTIONS,
    json: { type: 'boolean', help: 'the same as --format json' },
  },
  notes: [
    'CSV has no terms and one line for each license. JSON and NDJSON have the whole record, with its receipt.',
    ...TARGET_NOTES,
  ],
  async run(input, io) {
    const toLines = await chooseFormat(input, io)
    await withLicenses(input, io, (licenses) => writeLines(toLines(licenses), io, textOption(input, 'output')))
    return EXIT.ok
  },
}

async function chooseFormat(input: CommandInput, io: CommandIo): Promise<(licenses: LicenseSource) => AsyncGenerator<string>> {
  const selection = readSelection(input)
  const name = textOption(input, 'format') ?? (input.values.json === true ? 'json' : 'csv')
  const agreement = textOption(input, 'agreement')
  const format = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined
  if (format !== undefined) return ({ list }) => format(list(selection))
  if (name !== ISO) throw new UsageError(`--format is "${name}". Nothing was requested. Use csv, json, ndjson or ${ISO}.`)
  if (agreement === undefined)
    throw new UsageError(
      `--agreement is missing. Nothing was requested. --format ${ISO} needs the agreement as JSON, with "storage".`,
    )
  const context = await readRecordContext(toPath(io, agreement))
  // Without a selection, because the end of a license is in the one that replaced it.
  return ({ list }) => toJsonArray(toConsentRecords(list({}), context, selection))
}
