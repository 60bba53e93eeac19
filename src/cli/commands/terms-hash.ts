import { createNodeCrypto } from '../../service/node/node-crypto.ts'
import { findTextFaults } from '../../terms/check-own-terms.ts'
import { hashTerms } from '../../terms/hash-terms.ts'
import { type Command, EXIT, JSON_OPTION } from '../command.ts'
import { toPrintableJson } from '../printable.ts'
import { readTextFile } from '../read-text-file.ts'
import { printFindings } from './terms-lint/print-findings.ts'

/** `licet terms hash` */
export const termsHash: Command = {
  words: ['terms', 'hash'],
  summary: 'Print the hash of a contract, for `hash` of `agreement.terms`.',
  usage: 'licet terms hash <contract.md> [options]',
  positionals: { '<file>': 'a contract in Markdown' },
  options: JSON_OPTION,
  notes: [
    'The hash is SHA3-256 of the UTF-8 bytes without a byte order mark, as base64url. The license has the same one as `termsHash`.',
    'Exit code: 0 with a hash, 1 when nobody could sign the text, 2 when the file cannot be read.',
  ],
  async run(input, io) {
    const file = input.positionals[0] ?? ''
    const text = await readTextFile(file, 'invalid_template')
    const findings = findTextFaults(text, file)
    if (findings.length > 0) {
      printFindings(findings, { ...io, out: io.err })
      return EXIT.failed
    }
    const hash = hashTerms(text, createNodeCrypto().sha3)
    io.out(input.values.json === true ? toPrintableJson({ file, hash }) : hash)
    return EXIT.ok
  },
}
