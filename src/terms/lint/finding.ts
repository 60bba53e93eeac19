import type { LintFinding } from '../../core/errors.ts'

/** Makes a finding about a whole text. */
export type MakeFinding = (rule: string, severity: LintFinding['severity'], message: string, fix: string) => LintFinding

/** Returns a function that makes findings about the whole text of a file. */
export function findingsIn(file: string): MakeFinding {
  return (rule, severity, message, fix) => ({ rule, severity, message, fix, file, line: 1, column: 1 })
}
