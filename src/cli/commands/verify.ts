import { type Command, EXIT, JSON_OPTION, textOption, UsageError } from '../command.ts'
import { toPrintableJson } from '../printable.ts'
import { readTextFile } from '../read-text-file.ts'
import { readCertificates, TIMESTAMP_CA_OPTION } from '../timestamp-ca.ts'
import { checkReceipt, type ReceiptReport } from './verify/check-receipt.ts'
import { loadKeys, loadLogKeys } from './verify/load-keys.ts'
import { printReport } from './verify/print-checks.ts'
import { readReceiptFile } from './verify/read-receipt-file.ts'

const EXIT_CODES: Readonly<Record<ReceiptReport['result'], number>> = {
  proven: EXIT.ok,
  refuted: EXIT.failed,
  consistent: EXIT.error,
}

export const verifyCommand: Command = {
  words: ['verify'],
  summary: 'Verify a receipt offline and print what it proves.',
  usage: 'licet verify <receipt.json> [--keys <file or url>] [options]',
  positionals: { '<receipt.json>': 'a downloaded receipt, a license record, or the bare receipt' },
  options: {
    keys: { type: 'string', value: '<file or url>', help: 'key set that the service publishes; without it, nothing is proven' },
    'log-keys': { type: 'string', value: '<file or url>', help: 'keys of the public log that the service publishes' },
    ...TIMESTAMP_CA_OPTION,
    issuer: { type: 'string', value: '<url>', help: 'address of the service that must have signed the receipt' },
    'device-key': { type: 'string', value: '<base64>', help: 'public key of the device, to verify its signature too' },
    ...JSON_OPTION,
  },
  notes: [
    'Exit code: 0 proven; 1 refuted, because a check failed; 2 consistent, but not proven.',
    'Consistent: the signer is unknown, the license is erased, or the file has a member that no check covers.',
    'If the receipt cannot be read or checked, the exit code is 2 too.',
  ],
  async run(input, io) {
    const file = readReceiptFile(await readTextFile(input.positionals[0] ?? '', 'invalid_receipt'))
    const source = textOption(input, 'keys')
    const keys = source === undefined ? file.keys : await loadKeys(source)
    if (keys === undefined) {
      throw new UsageError('The file contains no keys. Nothing was checked. Add the key set of the service with --keys.')
    }
    const logSource = textOption(input, 'log-keys')
    const keysFrom = source === undefined ? 'file' : 'option'
    const report = await checkReceipt(file, {
      keys,
      keysFrom,
      logKeys: logSource === undefined ? undefined : await loadLogKeys(logSource),
      timestampCertificates: await readCertificates(input),
      issuer: textOption(input, 'issuer'),
      deviceKey: textOption(input, 'device-key'),
    })
    if (input.values.json === true) io.out(toPrintableJson({ ...report, keysFrom }))
    else printReport(report, keysFrom, io)
    return EXIT_CODES[report.result]
  },
}
