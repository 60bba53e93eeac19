import { nonBlank } from '../../service/node/check-database-url.ts'
import type { CommandInput, CommandIo } from '../command.ts'
import { type ConfigOptions, toFlag, toVariable } from './config-option.ts'
import { ConfigurationError, describeFault } from './configuration-error.ts'
import { findSimilar } from './find-similar.ts'
import { type ConfigValue, parseValue } from './parse-value.ts'
import { type ConfigFile, readConfigFile } from './read-file.ts'
import { readSecretFile } from './read-secret-file.ts'

/** A value that was set, and where. */
export interface Setting {
  readonly name: string
  readonly value: ConfigValue
  /** A flag, a variable or a file, such as `LICET_PORT`. */
  readonly source: string
}

/** The settings that were found, and what is wrong with the others. */
export interface Configuration {
  readonly settings: readonly Setting[]
  readonly faults: readonly string[]
  /** Variables that look like a misspelled one. */
  readonly notices: readonly string[]
}

interface Raw {
  readonly value: unknown
  readonly source: string
}

/** Variables of other programs and commands. */
const OTHER_VARIABLES = ['LICET_CONFIG', 'LICET_URL', 'LICET_API_KEY', 'LICET_API_KEY_FILE', 'LICET_USER_ID']
/** Options that each choose a database. The highest source that has one of them decides, and lower sources are ignored. */
const CHOICES = ['databaseUrl', 'dataDir', 'memory']

/**
 * Reads every option from the flags, the environment and the file, in this order. The first value counts.
 *
 * `options` are those that the command takes. `known` are all that the file may have.
 */
export async function readConfiguration(
  options: ConfigOptions,
  input: CommandInput,
  io: CommandIo,
  known: ConfigOptions = options,
): Promise<Configuration> {
  const faults: string[] = []
  const path = nonBlank(typeof input.values.config === 'string' ? input.values.config : io.env.LICET_CONFIG)
  const file = await readConfigFile(io.cwd, path).catch((error: unknown) => {
    if (!(error instanceof ConfigurationError)) throw error
    faults.push(...error.faults)
    return undefined
  })
  faults.push(...findUnknownMembers(file, known))
  const settings: Setting[] = []
  const layers = [fromFlags(input), fromEnvironment(io, faults), fromFile(file)]
  const choices = choicesOf(options, layers)
  const chosen = layers.findIndex((layer) => choices.some((name) => layer(name, options[name]) !== undefined))
  for (const [name, option] of Object.entries(options)) {
    const usable = choices.includes(name) && chosen >= 0 ? layers.slice(chosen, chosen + 1) : layers
    const raw = usable.map((layer) => layer(name, option)).find((found) => found !== undefined)
    if (raw === undefined) continue
    const parsed = parseValue(option, raw.value)
    if ('value' in parsed) settings.push({ name, value: parsed.value, source: raw.source })
    else faults.push(describeFault(name, `${parsed.fault} It comes from ${raw.source}.`))
  }
  return { settings, faults: [...new Set(faults)], notices: findMisspelled(io.env, known) }
}

type Layer = (name: string, option: ConfigOptions[string] | undefined) => Raw | undefined

/** Returns the options that choose the database. `memory` is one of them when it is on. */
function choicesOf(options: ConfigOptions, layers: readonly Layer[]): readonly string[] {
  const memory = layers.map((layer) => layer('memory', options.memory)).find((raw) => raw !== undefined)
  const isMemory = memory !== undefined && !/^(?:false|off|0)$/i.test(String(memory.value))
  return CHOICES.filter((name) => name in options && (name !== 'memory' || isMemory))
}

function fromFlags({ values }: CommandInput): Layer {
  return (name) => {
    const value = values[toFlag(name)]
    const isSet = value !== undefined && (typeof value !== 'string' || value.trim() !== '')
    return isSet ? { value, source: `--${toFlag(name)}` } : undefined
  }
}

function fromEnvironment({ env }: CommandIo, faults: string[]): Layer {
  return (name, option) => {
    const variable = toVariable(name)
    const value = nonBlank(env[variable])
    const path = option?.isSecret ? nonBlank(env[`${variable}_FILE`]) : undefined
    if (value !== undefined && path !== undefined)
      faults.push(describeFault(name, `${variable} and ${variable}_FILE are both set. Unset one of them.`))
    if (value !== undefined) return { value, source: variable }
    if (path !== undefined) {
      try {
        const secret = readSecretFile(path)
        if (nonBlank(secret) !== undefined) return { value: secret, source: `${variable}_FILE` }
        faults.push(describeFault(name, `the file ${path} of ${variable}_FILE is empty. Write the secret into it.`))
        return undefined
      } catch {
        faults.push(
          describeFault(name, `the file ${path} of ${variable}_FILE cannot be read. Correct the path or its permissions.`),
        )
        return undefined
      }
    }
    const other = option?.alias === undefined ? undefined : nonBlank(env[option.alias])
    return other === undefined ? undefined : { value: other, source: option?.alias ?? '' }
  }
}

function fromFile(file: ConfigFile | undefined): Layer {
  return (name) => {
    const value = file?.members[name]
    return value === undefined ? undefined : { value, source: file?.path ?? '' }
  }
}

function findUnknownMembers(file: ConfigFile | undefined, known: ConfigOptions): string[] {
  const names = Object.keys(known)
  return Object.keys(file?.members ?? {})
    .filter((name) => !names.includes(name))
    .map((name) => {
      const similar = findSimilar(name, names)
      return `${name} in ${file?.path} is not an option. ${similar === undefined ? 'Remove it.' : `Write ${similar}, or remove it.`}`
    })
}

function findMisspelled(env: CommandIo['env'], known: ConfigOptions): string[] {
  const variables = Object.entries(known).flatMap(([name, { isSecret }]) =>
    isSecret ? [toVariable(name), `${toVariable(name)}_FILE`] : [toVariable(name)],
  )
  return Object.keys(env)
    .filter((name) => name.startsWith('LICET_') && !variables.includes(name) && !OTHER_VARIABLES.includes(name))
    .flatMap((name) => {
      const similar = findSimilar(name, variables)
      return similar === undefined ? [] : [`${name} is set and is not an option. It was ignored. Did you mean ${similar}?`]
    })
}
