import type { LintFinding } from '../../../core/errors.ts'
import type { CommandIo } from '../../command.ts'
import { printable } from '../../printable.ts'

/** Prints each finding with its place, its rule, the message and the fix, and then the number of findings. */
export function printFindings(findings: readonly LintFinding[], io: CommandIo): void {
  for (const { file, line, column, severity, rule, message, fix } of findings) {
    io.out(`${printable(file)}:${line}:${column} ${severity} ${rule}`)
    io.out(`  ${printable(message)}`)
    io.out(`  ${printable(fix)}`)
  }
  if (findings.length === 0) io.out('No findings. A lawyer should still read the text.')
  else io.out(`${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}.`)
}
