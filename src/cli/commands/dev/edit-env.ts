import { parseEnv } from 'node:util'

/** A new content of a file, and the lines that differ: `+ new` and `- old`. */
export interface Edit {
  readonly text: string
  readonly lines: readonly string[]
}

/** Sets variables in the text of an `.env` file. Keeps every other line. Returns `undefined` when they have these values already. */
export function editEnv(text: string, variables: ReadonlyMap<string, string>): Edit | undefined {
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  const all = text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/)
  const lines: string[] = []
  for (const [name, value] of variables) {
    if (parseEnv(all.join('\n'))[name] === value) continue
    const line = `${name}=${value}`
    // Of two lines, the last one counts.
    const at = all.findLastIndex(
      (each) =>
        each
          .replace(/^\s*(?:export\s+)?/, '')
          .split('=')[0]
          ?.trim() === name,
    )
    if (at < 0) all.push(line)
    else lines.push(`- ${all.splice(at, 1, line)[0]}`)
    lines.push(`+ ${line}`)
  }
  return lines.length === 0 ? undefined : { text: all.join(end) + end, lines }
}

const IGNORED = '.licet/'

/** Adds the folder of the database to the text of a `.gitignore` file. Returns `undefined` when the file has it already. */
export function editGitignore(text: string): Edit | undefined {
  if (/^\/?\.licet(?:\/\*{0,2})?\s*$/m.test(text)) return undefined
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  const gap = text === '' || text.endsWith('\n') ? '' : end
  return { text: text + gap + IGNORED + end, lines: [`+ ${IGNORED}`] }
}
