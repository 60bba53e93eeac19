import type { ParseArgsConfig } from 'node:util'

/** Where a command reads and writes; an argument, so that a test needs no process. */
export interface CommandIo {
  /** Writes a line for whoever reads the result. */
  out(line: string): void
  /** Writes a line for whoever watches. */
  err(line: string): void
  /** Milliseconds since the epoch. */
  now(): number
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aborted when the person wants a running command to end. Asked for by one that ends in its own way; any other is ended at once. */
  readonly signal: AbortSignal
}

/** Values of options and arguments, as `parseArgs` gives them. */
export interface CommandInput {
  readonly values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>
  readonly positionals: readonly string[]
}

/** Exit codes of every command. */
export const EXIT = {
  ok: 0,
  /** What was checked does not hold. */
  failed: 1,
  /** The command was not understood, or could not be carried out. */
  error: 2,
} as const

/** One command of `licet`. */
export interface Command {
  /** The words that choose it. */
  readonly words: readonly string[]
  readonly summary: string
  readonly usage: string
  readonly options: NonNullable<ParseArgsConfig['options']>
  /** What each option does, in the order of the help. */
  readonly help: Readonly<Record<string, string>>
  readonly positionals?: number
  run(input: CommandInput, io: CommandIo): Promise<number>
}

/** A mistake in how a command was called; told together with its usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/**
 * An option that takes a text, or `undefined`.
 *
 * @throws {UsageError} for control characters: what is stored with them would go into lists and logs.
 */
export function textOption(input: CommandInput, name: string): string | undefined {
  const value = input.values[name]
  if (typeof value !== 'string') return undefined
  if (/\p{Cc}/u.test(value)) throw new UsageError(`--${name} holds a control character.`)
  return value
}

/**
 * An option that a command cannot do without.
 *
 * @throws {UsageError}
 */
export function requiredOption(input: CommandInput, name: string): string {
  const value = textOption(input, name)
  if (value === undefined || value.trim() === '') throw new UsageError(`--${name} is missing.`)
  return value
}
