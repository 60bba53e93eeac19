import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isLicetError } from '../../core/errors.ts'
import { ConfigurationError } from './configuration-error.ts'
import { codeOf, importModule } from './import-module.ts'

/** Names of the file, in the folder where the command was started. */
export const CONFIG_FILES = ['licet.config.ts', 'licet.config.mjs', 'licet.config.js', 'licet.config.json'] as const

/** The configuration of a file, and its path. */
export interface ConfigFile {
  readonly path: string
  readonly members: Readonly<Record<string, unknown>>
}

/**
 * Reads the file of the configuration: the one at `path`, or the one in the folder. `undefined` when there is none.
 *
 * @throws {ConfigurationError} when the file cannot be read, or there are two.
 */
export async function readConfigFile(folder: string, path: string | undefined): Promise<ConfigFile | undefined> {
  const found = path === undefined ? CONFIG_FILES.filter((name) => existsSync(join(folder, name))) : [path]
  const [name, second] = found
  if (name === undefined) return undefined
  if (second !== undefined) throw new ConfigurationError([`${found.join(' and ')} are both in the folder. Remove all but one.`])
  const members = await load(resolve(folder, name), name)
  if (typeof members === 'object' && members !== null && !Array.isArray(members)) return { path: name, members: { ...members } }
  throw new ConfigurationError([
    `${name} does not contain an object. Export one as default, such as export default { port: 8787 }.`,
  ])
}

async function load(path: string, name: string): Promise<unknown> {
  try {
    if (name.endsWith('.json')) return JSON.parse(readFileSync(path, 'utf8'))
    const module = await importModule(path)
    return isModule(module) ? module.default : undefined
  } catch (error) {
    throw new ConfigurationError([`${name} cannot be read: ${reasonOf(error)}`])
  }
}

function isModule(value: unknown): value is { readonly default?: unknown } {
  return typeof value === 'object' && value !== null
}

function reasonOf(error: unknown): string {
  if (isLicetError(error)) return error.message
  if (codeOf(error) === 'ENOENT') return 'there is no such file. Correct the path.'
  // The message of a parser can quote the file, which can contain a secret.
  if (error instanceof SyntaxError) return 'its syntax is not valid. Correct it.'
  return `${error instanceof Error ? error.message : 'it failed'}. Correct it.`
}
