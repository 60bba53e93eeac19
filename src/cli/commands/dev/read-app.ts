import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { LicetError } from '../../../core/errors.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts'
import { printable } from '../../printable.ts'
import { FRAMEWORKS, type Framework, PLAIN_REACT } from './frameworks.ts'

/** What the folder of an app is. */
export interface AppFolder {
  /** The name in package.json, or the name of the folder. */
  readonly name: string
  readonly framework: Framework
  /** The packages in package.json. */
  readonly packages: readonly string[]
}

/**
 * Reads the name and the framework of an app from its package.json.
 *
 * @throws {LicetError} `invalid_configuration` when the file is missing or not valid.
 */
export async function readApp(folder: string): Promise<AppFolder> {
  const { name, dependencies, devDependencies } = await readManifest(folder)
  const packages = [dependencies, devDependencies].flatMap((each) => (isJsonObject(each) ? Object.keys(each) : []))
  return {
    name: printable(typeof name === 'string' && name.trim() !== '' ? name : basename(folder)),
    framework: FRAMEWORKS.find(({ dependency }) => packages.includes(dependency)) ?? PLAIN_REACT,
    packages,
  }
}

async function readManifest(folder: string): Promise<JsonObject> {
  try {
    const manifest: JsonValue = JSON.parse((await readFile(join(folder, 'package.json'), 'utf8')).replace(/^\u{FEFF}/u, ''))
    if (isJsonObject(manifest)) return manifest
    throw new TypeError('package.json is not an object.')
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
    throw new LicetError(
      'invalid_configuration',
      isMissing
        ? 'This folder has no package.json. Nothing was started or written. Run `licet dev` in the folder of your app. For the service alone, run `licet serve`.'
        : 'package.json of this folder cannot be read as a JSON object. Nothing was started or written. Fix the file, and run `licet dev` again.',
      { cause },
    )
  }
}
