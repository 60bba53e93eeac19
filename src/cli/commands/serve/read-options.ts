import type { ServeOptions } from '../../../service/node.ts'
import { type CommandInput, type CommandIo, type CommandOption, JSON_OPTION } from '../../command.ts'
import { toCommandOption, toCommandOptions } from '../../configuration/config-option.ts'
import { ConfigurationError, describeFault } from '../../configuration/configuration-error.ts'
import { describeSettings, type PrintedSetting } from '../../configuration/describe-settings.ts'
import { readConfiguration, type Setting } from '../../configuration/read-configuration.ts'
import { SERVE } from '../../configuration/serve-flags.ts'
import { CONFIG_OPTION, chooseDatabase, chooseReplica } from '../../database.ts'
import { chooseSecrets } from '../../read-key-protection.ts'
import { LOG_LEVELS, type LogLevel } from './create-logger.ts'

/** The options of `licet serve`. */
export const SERVE_OPTIONS: Readonly<Record<string, CommandOption>> & { readonly port: CommandOption } = {
  ...toCommandOptions(SERVE),
  port: toCommandOption(SERVE.port),
  ...CONFIG_OPTION,
  ...JSON_OPTION,
}

/** The configuration of `licet serve`. */
export interface ReadOptions {
  readonly options: ServeOptions
  /** How many processes serve. */
  readonly workers: number
  readonly logLevel: LogLevel
  /** Every option with its value and its source, without secrets. */
  readonly printed: Readonly<Record<string, PrintedSetting>>
  readonly notices: readonly string[]
}

/**
 * Reads the options of `serve()` from the flags, the environment and the file of the configuration, and checks them as a whole.
 *
 * @throws {ConfigurationError} with every fault.
 */
export async function readServeOptions(input: CommandInput, io: CommandIo): Promise<ReadOptions> {
  const { settings, faults, notices } = await readConfiguration(SERVE, input, io)
  const { options, faults: ofDatabase } = toServeOptions(settings)
  // Imported here, because `licet verify` must run without the packages of the service.
  const { findOptionFaults } = await import('../../../service/node/check-options.ts')
  const { checkWorkers, countWorkers } = await import('../../../service/node/workers/check-workers.ts')
  const workers = workersOf(settings)
  const hasDatabase = ofDatabase.length === 0
  const found = findOptionFaults(options, (checked) => hasDatabase && checkWorkers(workers, checked))
  const ofOptions = found.map(({ message, field = '' }) => describeFault(nameOf(field), message))
  const all = new Set([...faults, ...ofDatabase, ...ofOptions])
  if (all.size > 0) throw new ConfigurationError([...all])
  return {
    options,
    workers: countWorkers(workers),
    logLevel: levelOf(settings),
    printed: describeSettings(SERVE, settings),
    notices,
  }
}

function toServeOptions(settings: readonly Setting[]): { readonly options: ServeOptions; readonly faults: readonly string[] } {
  const fields = settings.map(({ name, value }) => {
    const { field = name, scale = 1 } = SERVE[name as keyof typeof SERVE]
    return [field, typeof value === 'number' ? value * scale : value] as const
  })
  const {
    databaseUrl: _,
    databasePassword: __,
    dataDir: ___,
    databaseReadUrl: ____,
    logLevel: _____,
    workers: ______,
    keyEncryptionKey: _______,
    keyEncryptionFormerKey: ________,
    ...others
  } = Object.fromEntries(fields)
  const rest: ServeOptions = { ...others, ...chooseSecrets(settings) }
  if (rest.memory === true) return { options: rest, faults: [] }
  try {
    return { options: { ...rest, ...chooseDatabase(settings), ...chooseReplica(settings) }, faults: [] }
  } catch (error) {
    if (error instanceof ConfigurationError)
      return { options: { ...rest, memory: true, allowEmbedded: true }, faults: error.faults }
    throw error
  }
}

function levelOf(settings: readonly Setting[]): LogLevel {
  const value = settings.find(({ name }) => name === 'logLevel')?.value
  return LOG_LEVELS.find((level) => level === value) ?? 'info'
}

function workersOf(settings: readonly Setting[]): number | 'auto' {
  const value = settings.find(({ name }) => name === 'workers')?.value
  return typeof value === 'number' || value === 'auto' ? value : 1
}

function nameOf(field: string): string {
  return Object.entries(SERVE).find(([name, option]) => (option.field ?? name) === field)?.[0] ?? field
}
