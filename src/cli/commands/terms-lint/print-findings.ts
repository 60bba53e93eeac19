import type { LintFinding } from '../../../core/errors.ts'
import type { CommandIo } from '../../command.ts'
import { printable } from '../../printable.ts'

/** Prints each finding with its place, its rule, the words, the message and the fix, and then the number of errors and warnings. */
export function printFindings(findings: readonly LintFinding[], io: CommandIo): void {
  for (const { file, line, column, severity, rule, words, message, fix } of findings) {
    io.out(`${printable(file)}:${line}:${column} ${severity} ${rule}`)
    if (words) io.out(`  > ${printable(words)}`)
    io.out(`  ${printable(message)}`)
    io.out(`  ${printable(fix)}`)
  }
  const counted = findings.filter(({ severity }) => severity !== 'notice').length
  if (counted === 0) io.out('No findings. A lawyer should still read the text.')
  else io.out(`${counted} ${counted === 1 ? 'finding' : 'findings'}.`)
}
