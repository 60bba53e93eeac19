import type { KeyEncryption, KeyManagement } from '../service/index.ts'
import type { CommandInput, CommandIo } from './command.ts'
import { ConfigurationError } from './configuration/configuration-error.ts'
import { SECRETS } from './configuration/database-flags.ts'
import { readConfiguration, type Setting } from './configuration/read-configuration.ts'
import { SERVE } from './configuration/serve-flags.ts'

/** The options of the service that protect its secrets. */
export interface SecretOptions {
  readonly keyEncryption?: KeyEncryption | undefined
  readonly keyManagement?: KeyManagement | undefined
}

/** Returns the options that the settings choose. */
export function chooseSecrets(settings: readonly Setting[]): SecretOptions {
  const [key, formerKey, management] = Object.keys(SECRETS).map((name) => settings.find((setting) => setting.name === name)?.value)
  return {
    ...(typeof key === 'string' && { keyEncryption: { key, ...(typeof formerKey === 'string' && { formerKey }) } }),
    ...(isManagement(management) && { keyManagement: management }),
  }
}

/**
 * Reads the protection of the secrets in the database of a command.
 *
 * @throws {ConfigurationError} with every fault of these settings.
 */
export async function readSecrets(input: CommandInput, io: CommandIo): Promise<SecretOptions> {
  const { settings, faults } = await readConfiguration(SECRETS, input, io, SERVE)
  if (faults.length > 0) throw new ConfigurationError(faults)
  return chooseSecrets(settings)
}

/** Creates the protection of the secrets in the database of a command. */
export async function readProtection(input: CommandInput, io: CommandIo) {
  const { createKeyProtection } = await import('../service/crypto/key-protection.ts')
  return createKeyProtection(await readSecrets(input, io))
}

function isManagement(value: unknown): value is KeyManagement {
  return typeof value === 'object' && value !== null && 'createKey' in value && 'sign' in value
}
