import type { JSONWebKeySet } from 'jose'
import type { License } from '../../core/license.ts'
import { toConsentRecord } from '../../terms/records/consent-record.ts'
import { type Command, type CommandInput, type CommandIo, EXIT, textOption, UsageError } from '../command.ts'
import { TARGET_NOTES, TARGET_OPTIONS } from '../target/choose-target.ts'
import { toPath, writeLines } from '../write-lines.ts'
import { toCsvLines } from './license/csv.ts'
import { FILTER_OPTIONS, readSelection } from './license/filter.ts'
import { toJsonArray, toJsonLines } from './license/json-lines.ts'
import { createKantaraWriter } from './license/kantara-receipts.ts'
import { type LicenseSource, withLicenses } from './license/license-source.ts'
import { readRecordContext, toRecords } from './license/records.ts'
import { loadKeys } from './verify/load-keys.ts'

const FORMATS: Readonly<Record<string, (licenses: AsyncIterable<License>) => AsyncGenerator<string>>> = {
  csv: toCsvLines,
  json: toJsonArray,
  ndjson: toJsonLines,
}
const ISO = 'iso27560'
const KANTARA = 'kantara'

export const licenseExport: Command = {
  words: ['license', 'export'],
  summary: 'Write licenses as CSV, JSON, NDJSON, consent records of ISO/IEC TS 27560 or Kantara consent receipts.',
  usage: 'licet license export [--output <file>] [options]',
  options: {
    format: {
      type: 'string',
      value: '<format>',
      help: `csv, json, ndjson (one license on each line), ${ISO} or ${KANTARA} (default: csv)`,
    },
    output: {
      type: 'string',
      value: '<file>',
      help: 'file, which is replaced when the export is complete (default: standard output)',
    },
    agreement: {
      type: 'string',
      value: '<file>',
      multiple: true,
      help: `the agreement as JSON, with "storage", for ${ISO} and ${KANTARA}; repeat it for each text of terms`,
    },
    keys: { type: 'string', value: '<file or URL>', help: `the key set of the service, for ${KANTARA}` },
    ...FILTER_OPTIONS,
    ...TARGET_OPTIONS,
    json: { type: 'boolean', help: 'the same as --format json' },
  },
  notes: [
    'CSV has one line for each permitted use, and no terms. JSON and NDJSON have the whole record, with its receipt.',
    ...TARGET_NOTES,
  ],
  async run(input, io) {
    const toLines = await chooseFormat(input, io)
    await withLicenses(input, io, (licenses) => writeLines(toLines(licenses), io, textOption(input, 'output')))
    return EXIT.ok
  },
}

async function chooseFormat(input: CommandInput, io: CommandIo): Promise<(licenses: LicenseSource) => AsyncGenerator<string>> {
  const selection = readSelection(input, io)
  const name = textOption(input, 'format') ?? (input.values.json === true ? 'json' : 'csv')
  const format = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined
  if (format !== undefined) return ({ list }) => format(list(selection))
  if (name !== ISO && name !== KANTARA)
    throw new UsageError(`--format is "${name}". Nothing was requested. Use csv, json, ndjson, ${ISO} or ${KANTARA}.`)
  const { agreement } = input.values
  const paths = Array.isArray(agreement) ? agreement.map(String) : []
  if (paths.length === 0)
    throw new UsageError(
      `--agreement is missing. Nothing was requested. --format ${name} needs the agreement as JSON, with "storage".`,
    )
  const contexts = await Promise.all(paths.map((path) => readRecordContext(toPath(io, path))))
  const toRecord = name === ISO ? toConsentRecord : createKantaraWriter(await readKeys(input, io))
  // Without a selection, because the end of a license is in the one that replaced it.
  return ({ list }) => toJsonArray(toRecords(list({}), contexts, toRecord, selection))
}

async function readKeys(input: CommandInput, io: CommandIo): Promise<JSONWebKeySet> {
  const keys = textOption(input, 'keys')
  if (keys === undefined)
    throw new UsageError(
      `--keys is missing. Nothing was requested. --format ${KANTARA} needs the key set of the service, such as https://auth.example.com/.well-known/jwks.json.`,
    )
  return loadKeys(/^https?:/i.test(keys) ? keys : toPath(io, keys))
}
