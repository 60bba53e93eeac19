import type { CommandOption } from '../command.ts'

/** One option of the configuration. Its name is the name of the member in the file, such as `maxConnections`. */
export interface ConfigOption {
  /** `object` is only a member of the file, such as functions. */
  readonly kind: 'text' | 'number' | 'switch' | 'list' | 'choice' | 'object'
  /** Placeholder of the value in the help, for example `<number>`. Absent for a switch. */
  readonly value?: string
  /** What the option does, for the help and the reference. */
  readonly help: string
  /** The value without a setting, for the help and the reference. */
  readonly default: string
  /** Smallest and largest value of a number. */
  readonly range?: readonly [number, number]
  /** The values of a choice, or the words that a number can also be. */
  readonly choices?: readonly string[]
  /** Whether the value is a secret. It is never printed, and its variable has a form with `_FILE`. */
  readonly isSecret?: true
  /** An environment variable with the same meaning, which is read after the variable of this option. */
  readonly alias?: string
  /** Name of the option of `serve()`, if it differs. */
  readonly field?: string
  /** Factor of the value in `serve()`, for an option in seconds. */
  readonly scale?: number
}

/** Options by their name. */
export type ConfigOptions = Readonly<Record<string, ConfigOption>>

/** Returns the flag of an option without its dashes: `max-connections` for `maxConnections`. */
export function toFlag(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** Returns the environment variable of an option: `LICET_MAX_CONNECTIONS` for `maxConnections`. */
export function toVariable(name: string): string {
  return `LICET_${toFlag(name).replaceAll('-', '_').toUpperCase()}`
}

/** Returns the option of the command line. */
export function toCommandOption({ kind, value, help, default: none }: ConfigOption): CommandOption {
  const described = kind === 'switch' ? help : `${help} (default: ${none})`
  if (kind === 'switch') return { type: 'boolean', help: described }
  return { type: 'string', help: described, ...(value !== undefined && { value }), ...(kind === 'list' && { multiple: true }) }
}

/** Returns the options of the command line by their flags. */
export function toCommandOptions(options: ConfigOptions): Readonly<Record<string, CommandOption>> {
  const flags = Object.entries(options).filter(([, { kind }]) => kind !== 'object')
  return Object.fromEntries(flags.map(([name, option]) => [toFlag(name), toCommandOption(option)]))
}
