import { writeFile } from 'node:fs/promises'
import { type Command, type CommandInput, EXIT, textOption, textsOption, UsageError } from '../command.ts'
import { toPrintableJson } from '../printable.ts'
import { lintFile } from './terms-lint/lint-file.ts'
import { printFindings } from './terms-lint/print-findings.ts'
import { toSarif } from './terms-lint/to-sarif.ts'

const FORMATS = ['text', 'json', 'sarif'] as const
const KINDS = ['contract', 'template'] as const

export const termsLint: Command = {
  words: ['terms', 'lint'],
  summary: 'Check an agreement, a contract or a template for mistakes.',
  usage: 'licet terms lint <contract.md | template.md | agreement.json> [options]',
  positionals: { '<file>': 'a contract in Markdown, a Markdown template, or an agreement as JSON' },
  options: {
    agreement: { type: 'string', value: '<file>', help: 'the agreement of the text, to compare the two' },
    translation: {
      type: 'string',
      value: '<file>',
      multiple: true,
      help: 'the same contract in another language, to compare the two; may be repeated',
    },
    locale: {
      type: 'string',
      value: '<tag>',
      help: 'language of the text (default: from contract.<tag>.md, <tag>.md or its folder, otherwise en)',
    },
    as: { type: 'string', value: '<kind>', help: 'contract or template (default: a template when all its placeholders are known)' },
    format: { type: 'string', value: '<format>', help: 'text, json or sarif (default: text)' },
    fix: { type: 'boolean', help: 'remove invisible characters and HTML comments from the file' },
    'max-grade': {
      type: 'string',
      value: '<n>',
      help: 'highest school grade without a finding (default: 14 for a contract, otherwise 9)',
    },
    strict: { type: 'boolean', help: 'fail on warnings too' },
  },
  notes: [
    'An agreement has the members of defineAgreement(). "template" is <locale>/<name>; "labels" are the labels of the screen.',
    'A template finds its includes in its own folder, or in "parts" beside that folder.',
    'Exit code: 0 without errors, 1 with errors, 2 when the file cannot be checked.',
  ],
  async run(input, io) {
    const file = input.positionals[0] ?? ''
    const format = oneOf(input, 'format', FORMATS) ?? 'text'
    const { findings, fixed } = await lintFile(file, {
      agreementFile: textOption(input, 'agreement'),
      translations: textsOption(input, 'translation'),
      locale: textOption(input, 'locale'),
      as: oneOf(input, 'as', KINDS),
      maxGrade: readMaxGrade(input),
      fix: input.values.fix === true,
    })
    if (fixed !== undefined) await writeFile(file, fixed)
    if (format === 'text') printFindings(findings, io)
    else io.out(toPrintableJson(format === 'json' ? findings : toSarif(findings)))
    const isFailing = findings.some(
      ({ severity }) => severity === 'error' || (severity === 'warning' && input.values.strict === true),
    )
    return isFailing ? EXIT.failed : EXIT.ok
  },
}

function oneOf<Value extends string>(input: CommandInput, name: string, values: readonly Value[]): Value | undefined {
  const text = textOption(input, name)
  const value = values.find((one) => one === text)
  if (text === undefined || value !== undefined) return value
  throw new UsageError(`--${name} is "${text}". Nothing was checked. Use one of: ${values.join(', ')}.`)
}

function readMaxGrade(input: CommandInput): number | undefined {
  const text = textOption(input, 'max-grade')
  if (text === undefined) return undefined
  const maxGrade = Number(text)
  if (Number.isFinite(maxGrade) && maxGrade > 0) return maxGrade
  throw new UsageError(`--max-grade is "${text}". Nothing was checked. Use a number above 0.`)
}
