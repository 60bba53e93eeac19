import type { Command } from './command.ts'

/** Returns the lines that `licet --help` prints: every command with its summary. */
export function formatOverview(commands: readonly Command[]): string[] {
  return [
    'Usage: licet <command> [options]',
    '',
    ...formatTable(commands.map(({ words, summary }) => [words.join(' '), summary])),
    '',
    'Run `licet <command> --help` for the options of a command, and `licet --version` for the version.',
  ]
}

/** Returns the lines that `licet <command> --help` prints. */
export function formatHelp(command: Command): string[] {
  const { summary, positionals = {}, options, notes = [] } = command
  const described = Object.entries(options).map(([name, { value, help }]) => [
    value === undefined ? `--${name}` : `--${name} ${value}`,
    help,
  ])
  return [
    summary,
    '',
    `Usage: ${usageOf(command)}`,
    '',
    ...formatTable([...Object.entries(positionals), ...described]),
    ...(notes.length === 0 ? [] : ['', ...notes]),
  ]
}

/** Returns how a command is written, in one line. */
export function usageOf({ words, positionals = {}, options, usage }: Command): string {
  const required = Object.entries(options).flatMap(([name, { isRequired, value }]) => (isRequired ? [`--${name} ${value}`] : []))
  return usage ?? ['licet', ...words, ...Object.keys(positionals), ...required, '[options]'].join(' ')
}

function formatTable(lines: readonly (readonly string[])[]): string[] {
  const width = Math.max(...lines.map(([name = '']) => name.length)) + 2
  return lines.map(([name = '', text = '']) => `  ${name.padEnd(width)}${text}`)
}
