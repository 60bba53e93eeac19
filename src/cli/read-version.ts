import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonObject } from '../core/json.ts'
import { parseJson } from '../core/strict-json.ts'

/** Returns the version of the installed package `licet`. */
export function readVersion(): string {
  const manifest = parseJson(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
  return isJsonObject(manifest) ? String(manifest.version) : ''
}
