import { readFile } from 'node:fs/promises'
import type { JSONWebKeySet } from 'jose'
import { isLicetError, LicetError } from '../../../core/errors.ts'
import { isJsonObject, type JsonValue } from '../../../core/json.ts'
import { parseJsonBytes } from '../../../core/strict-json.ts'
import { AUTH_PATHS } from '../../../protocol/paths.ts'
import { isLoopback } from '../../../service/http/is-loopback.ts'
import { UsageError } from '../../command.ts'
import { parseKeySet } from '../../parse-key-set.ts'
import { printable } from '../../printable.ts'

const TIMEOUT_MS = 10_000
const MAX_KEY_SET_BYTES = 64 * 1024

/**
 * Loads a key set from a file or a URL. Follows no redirect, and reads at most 64 KiB from a URL.
 *
 * @throws {UsageError} when the file cannot be read, when the source is a receipt, or plain HTTP on a public address: such keys can be anyone's.
 * @throws {LicetError} `network_error`, `invalid_response`, `invalid_json`
 */
export async function loadKeys(source: string): Promise<JSONWebKeySet> {
  const url = /^https?:\/\//i.test(source) && URL.canParse(source) ? new URL(source) : undefined
  if (url?.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new UsageError(
      '--keys is plain HTTP on a public address. Nothing was checked, because anyone on the network can replace the keys. Use https, or a file.',
    )
  }
  const value = url === undefined ? await readKeyFile(source) : await fetchKeys(url)
  if (isJsonObject(value) && ('license' in value || 'receipt' in value)) {
    throw new UsageError(
      '--keys is a receipt. Nothing was checked, because a receipt cannot confirm its own keys. Use the key set that the service publishes.',
    )
  }
  return parseKeySet(value)
}

async function readKeyFile(path: string): Promise<JsonValue> {
  const bytes = await readFile(path).catch(() => {
    throw new UsageError(`The key set ${path} cannot be read. Nothing was checked. Correct the path in --keys.`)
  })
  try {
    return parseJsonBytes(bytes)
  } catch (cause) {
    throw new LicetError(
      'invalid_json',
      `The key set ${printable(path)} is not JSON. Nothing was checked. Use a file with the response of ${AUTH_PATHS.jwks}.`,
      { cause },
    )
  }
}

async function fetchKeys(url: URL): Promise<JsonValue> {
  const notFetched = (cause: unknown) =>
    new LicetError(
      'network_error',
      `The key set cannot be fetched from ${printable(url.href)}. Nothing was checked. Correct the address, or use --keys with a file.`,
      { cause },
    )
  const response = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { accept: 'application/json' },
  }).catch((cause: unknown) => {
    throw notFetched(cause)
  })
  if (!response.ok || response.body === null) {
    throw new LicetError(
      'network_error',
      `The address of the key set responded with status ${response.status}. Nothing was checked. ${correct(url)}`,
    )
  }
  const bytes = await readBytes(response.body).catch((cause: unknown) => {
    throw isLicetError(cause) ? cause : notFetched(cause)
  })
  try {
    return parseJsonBytes(bytes)
  } catch (cause) {
    throw new LicetError(
      'invalid_json',
      `The address of the key set did not respond with JSON. Nothing was checked. ${correct(url)}`,
      { cause },
    )
  }
}

async function readBytes(body: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > MAX_KEY_SET_BYTES) {
      throw new LicetError(
        'invalid_response',
        'The key set is larger than 64 KiB, so it was not read. Nothing was checked. Correct the address in --keys.',
      )
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Returns what to do about a wrong address. It is usually the address of the service, without the path of the key set. */
function correct({ origin, pathname }: URL): string {
  if (pathname.endsWith(AUTH_PATHS.jwks)) return 'Correct the address in --keys.'
  const published = origin + pathname.replace(/\/$/, '') + AUTH_PATHS.jwks
  return `A service publishes its keys under another path. Use --keys ${printable(published)}`
}
