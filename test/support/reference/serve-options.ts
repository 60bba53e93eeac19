import { toFlag, toVariable } from '../../../src/cli/configuration/config-option.ts'
import { SERVE } from '../../../src/cli/configuration/serve-flags.ts'

const START = '<!-- `npm run docs` writes this table from src/cli/configuration/serve-flags.ts -->'
const END = '<!-- end of the table -->'

/** Returns a page with the current table of the options of `licet serve` between its two marks. */
export function withServeOptions(page: string): string {
  const [before = '', rest = ''] = page.split(START)
  const after = rest.split(END)[1]
  if (after === undefined) throw new Error(`The page has no marks for the table. Add "${START}" and "${END}".`)
  const rows = Object.entries(SERVE).map(([name, { kind, value, default: none, help }]) => {
    // An object is only a member of the file.
    if (kind === 'object') return `| – | – | \`${name}\` | ${none} | ${help} |`
    const flag = value === undefined ? `--${toFlag(name)}` : `--${toFlag(name)} ${value}`
    return `| \`${flag}\` | \`${toVariable(name)}\` | \`${name}\` | ${none} | ${help} |`
  })
  const table = ['| flag | variable | in the file | default | meaning |', '|---|---|---|---|---|', ...rows].join('\n')
  return `${before}${START}\n\n${table}\n\n${END}${after}`
}
