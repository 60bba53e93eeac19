import { resolve } from 'node:path'
import { createNodeCrypto } from '../../service/node/node-crypto.ts'
import { findTextFaults } from '../../terms/check-own-terms.ts'
import { hashTerms } from '../../terms/hash-terms.ts'
import { prepareAgreement } from '../../terms/index.ts'
import { type Command, type CommandInput, type CommandIo, EXIT, JSON_OPTION } from '../command.ts'
import { importModule } from '../configuration/import-module.ts'
import { printable, toPrintableJson } from '../printable.ts'
import { readTextFile } from '../read-text-file.ts'
import { LOCALE_OPTION, localesOf, readExported } from './agreement/read-exported.ts'
import { printFindings } from './terms-lint/print-findings.ts'

/** A module with an agreement. Everything else is a contract. */
const MODULE = /\.[cm]?[jt]sx?$/

/** `licet terms hash` */
export const termsHash: Command = {
  words: ['terms', 'hash'],
  summary: 'Print the hash of a contract, or of the text of an agreement in each language.',
  usage: 'licet terms hash <contract.md | agreement.ts> [options]',
  positionals: { '<file>': 'a contract in Markdown, or a module that exports an agreement' },
  options: { ...LOCALE_OPTION, ...JSON_OPTION },
  notes: [
    'The hash is SHA3-256 of the UTF-8 bytes without a byte order mark, as base64url. The license has the same one as `termsHash`.',
    'Exit code: 0 with a hash, 1 when nobody could sign the text, 2 when the file cannot be read.',
  ],
  async run(input, io) {
    const file = input.positionals[0] ?? ''
    return MODULE.test(file) ? hashAgreement(file, input, io) : hashContract(file, input, io)
  },
}

async function hashContract(file: string, input: CommandInput, io: CommandIo): Promise<number> {
  const text = await readTextFile(file, 'invalid_template')
  const findings = findTextFaults(text, file)
  if (findings.length > 0) {
    printFindings(findings, { ...io, out: io.err })
    return EXIT.failed
  }
  const hash = hashTerms(text, createNodeCrypto().sha3)
  io.out(input.values.json === true ? toPrintableJson({ file, hash }) : hash)
  return EXIT.ok
}

/** Prints a hash for each language, because each has another text. */
async function hashAgreement(file: string, input: CommandInput, io: CommandIo): Promise<number> {
  const agreement = readExported(await importModule(resolve(io.cwd, file)), file)
  const { languages } = await prepareAgreement(agreement, { locales: localesOf(input) })
  const hashes = Object.fromEntries(Object.entries(languages).map(([locale, { hash }]) => [locale, hash]))
  if (input.values.json === true) io.out(toPrintableJson({ file, hashes }))
  else for (const [locale, hash] of Object.entries(hashes)) io.out(`${hash}  ${printable(locale)}`)
  return EXIT.ok
}
