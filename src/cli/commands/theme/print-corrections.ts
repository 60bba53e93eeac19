import type { ThemeCorrection } from '../../../theme/index.ts'
import { printable } from '../../printable.ts'

/** Prints each correction of a theme: the scheme and the token, both values, and the reason. */
export function printReport(report: readonly ThemeCorrection[], print: (line: string) => void): void {
  for (const { token, scheme, asked, given, why } of report) {
    const place = scheme === undefined ? token : `${token} (${scheme})`
    print(asked === given ? `${place}: ${printable(asked)}` : `${place}: ${printable(asked)} was changed to ${given}`)
    print(`  ${why}`)
  }
}
