import type { LintFinding } from '../../../core/errors.ts'
import { readVersion } from '../../read-version.ts'

const LEVELS = { error: 'error', warning: 'warning', notice: 'note' } as const

/** Writes findings in the Static Analysis Results Interchange Format 2.1.0, which code hosts show beside the lines of a change. */
export function toSarif(findings: readonly LintFinding[]): object {
  const rules = [...new Set(findings.map(({ rule }) => rule))].sort()
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'licet terms lint', version: readVersion(), rules: rules.map((id) => ({ id })) } },
        columnKind: 'utf16CodeUnits',
        results: findings.map(({ rule, severity, message, fix, words, file, line, column }) => ({
          ruleId: rule,
          ruleIndex: rules.indexOf(rule),
          level: LEVELS[severity],
          message: { text: `${message} ${fix}` },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: encodeURI(file) },
                region: { startLine: line, startColumn: column, ...(words ? { snippet: { text: words } } : {}) },
              },
            },
          ],
        })),
      },
    ],
  }
}
