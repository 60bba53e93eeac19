import { writeFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { LicetError } from '../../core/errors.ts'
import { isJsonObject } from '../../core/json.ts'
import { type AgreementInput, prepareAgreement } from '../../terms/index.ts'
import { type Command, type CommandInput, EXIT, textOption } from '../command.ts'
import { importModule } from '../configuration/import-module.ts'
import { printable } from '../printable.ts'

const EXTENSION = /\.(?:prepared\.)?([cm]?[jt]sx?)$/

/** `licet agreement prepare` */
export const agreementPrepare: Command = {
  words: ['agreement', 'prepare'],
  summary: 'Check an agreement and write it with its text, so that browsers compile nothing.',
  usage: 'licet agreement prepare <agreement.ts> [options]',
  positionals: { '<file>': 'a module that exports the agreement as default, or as "agreement"' },
  options: {
    out: { type: 'string', value: '<file>', help: 'the module to write, or a .json file (default: agreement.prepared.ts)' },
    locale: {
      type: 'string',
      value: '<tag>',
      multiple: true,
      help: 'a language to prepare; may be repeated (default: the languages of the contract, or of the template)',
    },
  },
  notes: [
    'Import the result in the place of the agreement. Run the command again after each change of the agreement, and after an update of licet.',
  ],
  async run(input, io) {
    const file = input.positionals[0] ?? ''
    const path = resolve(io.cwd, file)
    const out = resolve(io.cwd, textOption(input, 'out') ?? file.replace(EXTENSION, '.prepared.$1'))
    if (out === path) throw sameFileError(file)
    const agreement = readAgreement(await importModule(path), file)
    const prepared = await prepareAgreement(agreement, { locales: localesOf(input) })
    await writeFile(out, toModule(JSON.stringify(prepared), out))
    const name = printable(relative(io.cwd, out))
    io.out(`Wrote ${name} with ${Object.keys(prepared.languages).join(', ')}. Import it in the place of ${printable(file)}.`)
    return EXIT.ok
  },
}

function readAgreement(module: unknown, file: string): AgreementInput {
  const exported = isJsonObject(module) || typeof module === 'object' ? { ...module } : {}
  const agreement = 'default' in exported ? exported.default : 'agreement' in exported ? exported.agreement : undefined
  if (isJsonObject(agreement)) return agreement as object as AgreementInput
  throw new LicetError(
    'invalid_configuration',
    `${printable(file)} exports no agreement. Nothing was written. Export it as default, or as "agreement".`,
  )
}

function localesOf({ values: { locale } }: CommandInput): readonly string[] | undefined {
  return Array.isArray(locale) ? locale.filter((tag) => typeof tag === 'string') : undefined
}

/** Returns the source of the module. Browsers parse JSON faster than an object of JavaScript. */
function toModule(json: string, out: string): string {
  if (out.endsWith('.json')) return `${json}\n`
  const isTyped = /\.[cm]?tsx?$/.test(out)
  return [
    '// Written by `licet agreement prepare`. Do not edit it: nobody could agree to it.',
    ...(isTyped ? ["import type { PreparedAgreement } from 'licet/terms'", ''] : []),
    `const agreement${isTyped ? ': PreparedAgreement' : ''} = JSON.parse(${JSON.stringify(json)})`,
    'export default agreement',
    '',
  ].join('\n')
}

function sameFileError(file: string): LicetError {
  return new LicetError('invalid_configuration', `--out is ${printable(file)} itself. Nothing was written. Use another file.`)
}
