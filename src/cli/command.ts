import type { ParseArgsConfig } from 'node:util'

/** The input and output of a command. They are an argument, so a test runs a command without a process. */
export interface CommandIo {
  /** Writes a line of the result, to standard output. */
  out(line: string): void
  /** Resolves when the reader of standard output has taken most of it, so that a large result does not fill the memory. */
  drained?(): Promise<void>
  /** Aborts when nothing more can be written to standard output: its reader has exited, or a write failed. */
  readonly outputClosed?: AbortSignal
  /** Writes an error, a notice or a log entry, to standard error. */
  err(line: string): void
  /** Returns the time in milliseconds since the epoch. */
  now(): number
  readonly env: Readonly<Record<string, string | undefined>>
  /** The folder in which the command was started. */
  readonly cwd: string
  /** Whether standard output is a terminal. Otherwise a program reads it, such as a collector of logs. Default: `false`. */
  readonly isTerminal?: boolean
  /**
   * Asks a question, and returns whether the answer is Enter, `y` or `yes`. An end of the input or an aborted signal is a no. Absent when
   * nobody can answer, because the input or the output is not a terminal.
   */
  readonly confirm?: (question: string, signal: AbortSignal) => Promise<boolean>
  /** Aborts at Ctrl-C or SIGTERM. A command that reads this property stops itself. Every other command is stopped immediately. */
  readonly signal: AbortSignal
}

/** The options and arguments of one call, as `parseArgs` of `node:util` returns them. */
export interface CommandInput {
  readonly values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>
  readonly positionals: readonly string[]
}

/** The exit codes of every command, as docs/reference/cli.md lists them. */
export const EXIT = {
  /** The command is done. What it checked is valid, and a receipt is proven. */
  ok: 0,
  /** The command ran, and a check failed. */
  failed: 1,
  /** The arguments are wrong, the command could not finish, or a receipt is neither proven nor refuted. */
  error: 2,
} as const

/** An option of a command, with its description for the help. */
export type CommandOption = NonNullable<ParseArgsConfig['options']>[string] & {
  /** Placeholder of the value in the help, for example `<address>`. Absent for a flag. */
  readonly value?: string
  /** Whether the usage lists the option. */
  readonly isRequired?: true
  readonly help: string
}

/** One command of `licet`. */
export interface Command {
  /** The words after `licet`, for example `['api-key', 'create']`. */
  readonly words: readonly string[]
  /** One sentence, for the list of commands. */
  readonly summary: string
  /** Default: the words, the arguments and the required options. */
  readonly usage?: string
  /** The arguments and their descriptions, in order. One in brackets, such as `[<id>]`, is optional. */
  readonly positionals?: Readonly<Record<string, string>>
  readonly options: Readonly<Record<string, CommandOption>>
  /** Lines below the options in the help. */
  readonly notes?: readonly string[]
  /** Runs the command and returns its exit code. */
  run(input: CommandInput, io: CommandIo): Promise<number>
}

/** The option `--json` of most commands. */
export const JSON_OPTION = { json: { type: 'boolean', help: 'print the result as JSON' } } as const

/** A wrong argument. The message is printed with the usage of the command. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/**
 * Returns the value of an option, or `undefined` when it is not set.
 *
 * @throws {UsageError} when the value has control characters: they would end up in the database, in lists and in logs.
 */
export function textOption(input: CommandInput, name: string): string | undefined {
  const value = input.values[name]
  if (typeof value !== 'string') return undefined
  if (/\p{Cc}/u.test(value)) {
    throw new UsageError(`--${name} contains a control character. Nothing was done. Remove line breaks and tabs from the value.`)
  }
  return value
}

/** Returns the values of an option that can be repeated. Empty when it is not set. */
export function textsOption({ values }: CommandInput, name: string): string[] {
  const given = values[name]
  return Array.isArray(given) ? given.filter((one) => typeof one === 'string') : []
}

/**
 * Returns the value of a required option.
 *
 * @throws {UsageError} when the option is missing or blank.
 */
export function requiredOption(input: CommandInput, name: string): string {
  const value = textOption(input, name)
  if (value === undefined || value.trim() === '') {
    throw new UsageError(`--${name} is missing. Nothing was done. Add --${name} with a value.`)
  }
  return value
}

/**
 * Returns the value of an option as a whole number, or `undefined` when it is not set.
 *
 * @throws {UsageError} when it is not a number from `min` to `max`.
 */
export function numberOption(input: CommandInput, name: string, min: number, max: number): number | undefined {
  const text = textOption(input, name)
  if (text === undefined) return undefined
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (number >= min && number <= max) return number
  throw new UsageError(`--${name} is "${text}". Nothing was done. Use a number from ${min} to ${max}.`)
}
