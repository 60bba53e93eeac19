import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonObject } from '../core/json.ts'
import { parseJson } from '../core/strict-json.ts'

/** The version of the package that this program belongs to. */
export function readVersion(): string {
  const manifest = parseJson(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
  return isJsonObject(manifest) ? String(manifest.version) : ''
}
