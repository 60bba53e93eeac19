import { parseEnv } from 'node:util'

/** A new content of a file, and the lines that differ: `+ new` and `- old`. */
export interface Edit {
  readonly text: string
  readonly lines: readonly string[]
}

/** Variables whose value a terminal does not show. */
const SECRETS = new Set(['LICET_IDENTITY_KEY', 'LICET_API_KEY', 'LICET_WEBHOOK_SECRET'])

/** Sets variables in the text of an `.env` file. Keeps every other line. Returns `undefined` when they have these values already. */
export function editEnv(text: string, variables: ReadonlyMap<string, string>): Edit | undefined {
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  const all = text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/)
  const lines: string[] = []
  for (const [name, value] of variables) {
    if (parseEnv(all.join('\n'))[name] === value) continue
    const line = `${name}=${/[\s"#]/.test(value) ? `'${value}'` : value}`
    const isSecret = SECRETS.has(name)
    // Of two lines, the last one counts.
    const at = all.findLastIndex(
      (each) =>
        each
          .replace(/^\s*(?:export\s+)?/, '')
          .split('=')[0]
          ?.trim() === name,
    )
    if (at < 0) all.push(line)
    else lines.push(`- ${hide(all.splice(at, 1, line)[0] ?? '', isSecret)}`)
    lines.push(`+ ${hide(line, isSecret)}`)
  }
  return lines.length === 0 ? undefined : { text: all.join(end) + end, lines }
}

function hide(line: string, isSecret: boolean): string {
  return isSecret ? line.replace(/=.*$/s, '=…') : line
}

/** What Git must ignore, and the lines that do it already. */
const IGNORED: Readonly<Record<string, RegExp>> = {
  '.licet/': /^\/?\.licet(?:\/\*{0,2})?\s*$/m,
  '.env.local': /^\/?(?:\*\.local|\.env\*|\.env\.local|\.env\.\*|\.env\*\.local|\.env\.\*\.local)\s*$/m,
}

/** Adds the database and the file with the secrets to the text of a `.gitignore` file. Returns `undefined` when it has them already. */
export function editGitignore(text: string): Edit | undefined {
  const missing = Object.entries(IGNORED).flatMap(([line, present]) => (present.test(text) ? [] : [line]))
  if (missing.length === 0) return undefined
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  const gap = text === '' || text.endsWith('\n') ? '' : end
  return { text: text + gap + missing.map((line) => line + end).join(''), lines: missing.map((line) => `+ ${line}`) }
}
