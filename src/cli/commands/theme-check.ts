import { type Command, EXIT, JSON_OPTION } from '../command.ts'
import { toPrintableJson } from '../printable.ts'
import { printReport } from './theme/print-corrections.ts'
import { readTheme, THEME_OPTIONS, THEME_POSITIONALS } from './theme/read-theme.ts'

export const themeCheck: Command = {
  words: ['theme', 'check'],
  summary: 'Check that the text of a theme is readable, and that its controls are large enough to tap.',
  usage: 'licet theme check <theme> [options]',
  positionals: THEME_POSITIONALS,
  options: { ...THEME_OPTIONS, ...JSON_OPTION },
  notes: ['Exit code: 0 when nothing has to be corrected, 1 when something has to be, 2 when the theme cannot be read.'],
  async run(input, io) {
    const { report } = await readTheme(input, io)
    if (input.values.json === true) io.out(toPrintableJson(report))
    else {
      printReport(report, io.out)
      io.out(summary(report.length))
    }
    return report.length > 0 ? EXIT.failed : EXIT.ok
  },
}

function summary(count: number): string {
  if (count === 0) return 'Nothing to correct: terms have a contrast of 7, other text 4.5, controls 3, and targets are 44 px high.'
  return `${count} ${count === 1 ? 'correction' : 'corrections'}.`
}
