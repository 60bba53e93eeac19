import { LicetError } from '../core/errors.ts'
import { isBaseUrl, trimSlashes } from '../core/url.ts'

/** Prefixes of variables that frameworks also pass to the browser. `licet dev` writes its variables with them. */
const PUBLIC_PREFIXES = ['', 'NEXT_PUBLIC_', 'VITE_', 'PUBLIC_']

/** Returns an environment variable. `undefined` where the platform has none, or the variable is blank. */
export function readVariable(name: string): string | undefined {
  // Looked up at each call: some platforms fill it after the modules are loaded, and some have no `process`.
  const { process }: typeof globalThis & { process?: { env?: Readonly<Record<string, string | undefined>> } } = globalThis
  return process?.env?.[name]?.trim() || undefined
}

/** Returns a setting that is not secret: the option, or a variable of this name, with or without a prefix for the browser. */
export function readPublicSetting(option: string | undefined, name: string): string | undefined {
  return option ?? PUBLIC_PREFIXES.map((prefix) => readVariable(prefix + name)).find((value) => value !== undefined)
}

/** Names of the environment variables of a backend. */
export const VARIABLES = {
  authUrl: 'LICET_AUTH_URL',
  trailUrl: 'LICET_TRAIL_URL',
  providerId: 'LICET_PROVIDER_ID',
  identityKey: 'LICET_IDENTITY_KEY',
  user: 'LICET_USER_ID',
  apiKey: 'LICET_API_KEY',
} as const

/**
 * Returns the address of the service, without a trailing slash.
 *
 * @throws {LicetError} `invalid_configuration`
 */
export function readAuthUrl(option: string | undefined): string {
  const authUrl = readPublicSetting(option, VARIABLES.authUrl)
  if (authUrl === undefined || !isBaseUrl(authUrl)) throw missingSetting('authUrl', 'the address that `licet serve` prints')
  return trimSlashes(authUrl)
}

/** Creates the error for a setting that is neither an option nor an environment variable, or has the wrong form. */
export function missingSetting(field: keyof typeof VARIABLES, expected: string): LicetError<'invalid_configuration'> {
  const variable = `the environment variable ${VARIABLES[field]}`
  // `permits()` takes a question and no settings.
  const setting = field === 'user' || field === 'apiKey' ? variable : `${variable} or the option \`${field}\``
  return new LicetError(
    'invalid_configuration',
    `\`${field}\` is missing or invalid. Nothing was sent. Set ${setting} to ${expected}.`,
    { field },
  )
}
