import { writeFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { LicetError } from '../../core/errors.ts'
import { prepareAgreement } from '../../terms/index.ts'
import { type Command, EXIT, textOption } from '../command.ts'
import { importModule } from '../configuration/import-module.ts'
import { printable } from '../printable.ts'
import { LOCALE_OPTION, localesOf, readExported } from './agreement/read-exported.ts'

const EXTENSION = /\.(?:prepared\.)?([cm]?[jt]sx?)$/

/** `licet agreement prepare` */
export const agreementPrepare: Command = {
  words: ['agreement', 'prepare'],
  summary: 'Check an agreement and write it with its text, so that browsers compile nothing.',
  usage: 'licet agreement prepare <agreement.ts> [options]',
  positionals: { '<file>': 'a module that exports the agreement as default, or as "agreement"' },
  options: {
    out: { type: 'string', value: '<file>', help: 'the module to write, or a .json file (default: agreement.prepared.ts)' },
    ...LOCALE_OPTION,
  },
  notes: [
    'Import the result in the place of the agreement. Run the command again after each change of the agreement, and after an update of licet.',
  ],
  async run(input, io) {
    const file = input.positionals[0] ?? ''
    const path = resolve(io.cwd, file)
    const out = resolve(io.cwd, textOption(input, 'out') ?? file.replace(EXTENSION, '.prepared.$1'))
    if (out === path) throw sameFileError(file)
    const agreement = readExported(await importModule(path), file)
    const prepared = await prepareAgreement(agreement, { locales: localesOf(input) })
    await writeFile(out, toModule(JSON.stringify(prepared), out))
    const name = printable(relative(io.cwd, out))
    io.out(`Wrote ${name} with ${Object.keys(prepared.languages).join(', ')}. Import it in the place of ${printable(file)}.`)
    return EXIT.ok
  },
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
