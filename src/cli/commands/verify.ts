import { readFile } from 'node:fs/promises'
import { LicetError } from '../../core/errors.ts'
import { toTimestamp } from '../../core/timestamp.ts'
import { type Command, type CommandIo, EXIT, textOption, UsageError } from '../command.ts'
import { printable } from '../printable.ts'
import { checkReceipt, type ReceiptReport } from '../verify/check-receipt.ts'
import { loadKeys } from '../verify/load-keys.ts'
import { readBundle } from '../verify/read-bundle.ts'

const MARKS = { true: 'proven  ', false: 'WRONG   ', undefined: 'unknown ' } as const

/** `licet verify` */
export const verifyCommand: Command = {
  words: ['verify'],
  summary: 'Check a receipt offline: what it proves and what it does not.',
  usage: 'licet verify <receipt.json> [--keys <file or url>] [options]',
  positionals: 1,
  options: {
    keys: { type: 'string' },
    issuer: { type: 'string' },
    'device-key': { type: 'string' },
    json: { type: 'boolean' },
  },
  help: {
    '<receipt.json>': 'the file that was downloaded, a license record, or a bare receipt',
    '--keys <file or url>': "the service's key set (default: the keys in the file)",
    '--issuer <url>': 'the service that must have issued it',
    '--device-key <base64>': "the device's public key, to check its own signature",
    '--json': 'print the result as JSON',
    'exit code': '0: everything that could be checked holds. 1: something does not. 2: it could not be checked',
  },
  async run(input, io) {
    const bundle = readBundle(await readReceiptFile(input.positionals[0] ?? ''))
    const source = textOption(input, 'keys')
    const keys = source === undefined ? bundle.keys : await loadKeys(source)
    if (keys === undefined) throw new UsageError('The file holds no keys. Give the key set of the service with --keys.')
    const issuer = textOption(input, 'issuer')
    const deviceKey = textOption(input, 'device-key')
    const report = await checkReceipt(bundle, { keys, issuer, deviceKey })
    if (input.values.json === true)
      io.out(JSON.stringify({ ...report, keysFrom: source === undefined ? 'file' : 'option' }, null, 2))
    else tell(report, source === undefined, io)
    return report.valid ? EXIT.ok : EXIT.failed
  },
}

function tell({ valid, claims, checks }: ReceiptReport, ownKeys: boolean, io: CommandIo): void {
  io.out(valid ? 'The receipt is valid.' : 'The receipt is NOT valid.')
  io.out('')
  for (const { holds, text } of checks) io.out(`  ${MARKS[`${holds}`]} ${printable(text)}`)
  if (claims === undefined || !valid) return
  io.out('')
  io.out(`It says: at ${toTimestamp(claims.iat * 1000)} the service stored license ${printable(claims.lic)} as ${claims.status}.`)
  io.out('')
  io.out('Not proven by it:')
  io.out('  who held the device, and that the time is right: both are the word of the service;')
  io.out('  what became of the license later: ask the service for its state today.')
  if (ownKeys)
    io.out(
      "  that the keys are the service's own: they came with the file. Give --keys <url> to check with those that it publishes.",
    )
}

async function readReceiptFile(path: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
  } catch (cause) {
    throw new LicetError(
      'invalid_receipt',
      `The file ${printable(path)} cannot be read as text. There is nothing to check. Check the path.`,
      { cause },
    )
  }
}
