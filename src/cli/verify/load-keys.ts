import { readFile } from 'node:fs/promises'
import type { JSONWebKeySet } from 'jose'
import { LicetError } from '../../core/errors.ts'
import { parseJsonBytes } from '../../core/strict-json.ts'
import { toKeySet } from './read-bundle.ts'

const TIMEOUT_MS = 10_000
const MAX_KEY_SET_BYTES = 64 * 1024

/**
 * Loads a key set from a file or an address. No redirect is followed, and nothing but JSON of a sensible size is read.
 *
 * @throws {LicetError} `network_error`, `invalid_response`, `invalid_json`
 */
export async function loadKeys(source: string): Promise<JSONWebKeySet> {
  return toKeySet(parseJsonBytes(/^https?:\/\//.test(source) ? await fetchKeys(source) : await readFile(source)))
}

async function fetchKeys(url: string): Promise<Uint8Array> {
  let response: Response
  try {
    response = await fetch(url, {
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { accept: 'application/json' },
    })
  } catch (cause) {
    throw new LicetError(
      'network_error',
      'The key set cannot be fetched. Without it nothing is checked. Check the address, or give a file with --keys.',
      { cause },
    )
  }
  if (!response.ok || response.body === null) {
    throw new LicetError(
      'network_error',
      `The address of the key set answers ${response.status}. Without it nothing is checked. Check the address.`,
    )
  }
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body) {
    length += chunk.length
    if (length > MAX_KEY_SET_BYTES)
      throw new LicetError('invalid_response', 'The key set is far too large. It is not read. Check the address.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
