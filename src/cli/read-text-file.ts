import { readFile } from 'node:fs/promises'
import { LicetError } from '../core/errors.ts'
import { printable } from './printable.ts'

/**
 * Reads a text file in UTF-8.
 *
 * @throws {LicetError} `code` when the file cannot be read or is not UTF-8.
 */
export async function readTextFile(path: string, code: 'invalid_receipt' | 'invalid_template' | 'invalid_proof'): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
  } catch (cause) {
    throw new LicetError(
      code,
      `The file ${printable(path)} cannot be read as text. Nothing was checked. Use the path of a readable file in UTF-8.`,
      { cause },
    )
  }
}
