import { type Command, type CommandInput, EXIT, JSON_OPTION, textOption, UsageError } from '../command.ts'
import { toPrintableJson } from '../printable.ts'
import { lintFile } from './terms-lint/lint-file.ts'
import { printFindings } from './terms-lint/print-findings.ts'

export const termsLint: Command = {
  words: ['terms', 'lint'],
  summary: 'Check an agreement, a template or terms for mistakes.',
  usage: 'licet terms lint <agreement.json | template.md | terms.md> [options]',
  positionals: { '<file>': 'an agreement as JSON, a Markdown template, or terms as people read them' },
  options: {
    agreement: { type: 'string', value: '<file>', help: 'the agreement of a template or of terms, to compare the two' },
    locale: {
      type: 'string',
      value: '<tag>',
      help: 'language of a template or of terms (default: the name of its folder, otherwise en)',
    },
    'max-grade': { type: 'string', value: '<n>', help: 'highest school grade of the text (default: 9)' },
    strict: { type: 'boolean', help: 'fail on warnings too' },
    ...JSON_OPTION,
  },
  notes: [
    'An agreement has the members of defineAgreement(). "template" is <locale>/<name>; "labels" are the labels of the screen.',
    'A template finds its includes in its own folder.',
    'Exit code: 0 without errors, 1 with errors, 2 when the file cannot be checked.',
  ],
  async run(input, io) {
    const findings = await lintFile(input.positionals[0] ?? '', {
      agreementFile: textOption(input, 'agreement'),
      locale: textOption(input, 'locale'),
      maxGrade: readMaxGrade(input),
    })
    if (input.values.json === true) io.out(toPrintableJson(findings))
    else printFindings(findings, io)
    const failing = findings.filter(({ severity }) => severity === 'error' || input.values.strict === true)
    return failing.length > 0 ? EXIT.failed : EXIT.ok
  },
}

function readMaxGrade(input: CommandInput): number | undefined {
  const text = textOption(input, 'max-grade')
  if (text === undefined) return undefined
  const maxGrade = Number(text)
  if (Number.isFinite(maxGrade) && maxGrade > 0) return maxGrade
  throw new UsageError(`--max-grade is "${text}". Nothing was checked. Use a number above 0.`)
}
