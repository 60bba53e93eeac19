import { type Command, EXIT, JSON_OPTION, textOption, UsageError } from '../command.ts'
import { readTextFile } from '../read-text-file.ts'
import { checkReceipt } from './verify/check-receipt.ts'
import { loadKeys } from './verify/load-keys.ts'
import { printReport } from './verify/print-report.ts'
import { readReceiptFile } from './verify/read-receipt-file.ts'

/** `licet verify` */
export const verifyCommand: Command = {
  words: ['verify'],
  summary: 'Verify a receipt offline and print what it proves.',
  usage: 'licet verify <receipt.json> [--keys <file or url>] [options]',
  positionals: { '<receipt.json>': 'a downloaded receipt, a license record, or the bare receipt' },
  options: {
    keys: { type: 'string', value: '<file or url>', help: 'key set of the service (default: the keys in the receipt file)' },
    issuer: { type: 'string', value: '<url>', help: 'address of the service that must have signed the receipt' },
    'device-key': { type: 'string', value: '<base64>', help: 'public key of the device, to verify its signature too' },
    ...JSON_OPTION,
  },
  notes: ['Exit code: 0 when every possible check succeeds, 1 when a check fails, 2 when the receipt cannot be checked.'],
  async run(input, io) {
    const file = readReceiptFile(await readTextFile(input.positionals[0] ?? '', 'invalid_receipt'))
    const source = textOption(input, 'keys')
    const keys = source === undefined ? file.keys : await loadKeys(source)
    if (keys === undefined) {
      throw new UsageError('The file contains no keys. Nothing was checked. Add the key set of the service with --keys.')
    }
    const report = await checkReceipt(file, {
      keys,
      issuer: textOption(input, 'issuer'),
      deviceKey: textOption(input, 'device-key'),
    })
    const keysFrom = source === undefined ? 'file' : 'option'
    if (input.values.json === true) io.out(JSON.stringify({ ...report, keysFrom }, null, 2))
    else printReport(report, keysFrom, io)
    return report.valid ? EXIT.ok : EXIT.failed
  },
}
