import { pathToFileURL } from 'node:url'
import { LicetError } from '../../core/errors.ts'

/**
 * Imports a file of JavaScript or TypeScript. Where Node.js does not read TypeScript, the optional package `jiti` does.
 *
 * @throws {LicetError} `invalid_configuration` when neither can.
 */
export async function importModule(path: string): Promise<unknown> {
  try {
    return await import(/* @vite-ignore */ pathToFileURL(path).href)
  } catch (error) {
    if (codeOf(error) !== 'ERR_UNKNOWN_FILE_EXTENSION') throw error
  }
  const { createJiti } = await importJiti()
  // Without its cache on disk, because the file can contain a secret.
  return createJiti(import.meta.url, { fsCache: false }).import(path)
}

async function importJiti(): Promise<typeof import('jiti')> {
  try {
    return await import('jiti')
  } catch (error) {
    if (codeOf(error) !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new LicetError(
      'invalid_configuration',
      `Node.js ${process.versions.node} does not read TypeScript. Run npm install jiti, or use Node.js 22.18 or newer.`,
      { cause: error },
    )
  }
}

/** Returns the code of an error of Node.js. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
