import { readFile } from 'node:fs/promises'
import { isLicetError, LicetError } from '../../../core/errors.ts'
import { isJsonObject, type JsonValue } from '../../../core/json.ts'
import { parseJsonBytes } from '../../../core/strict-json.ts'
import { readAtMost } from '../../../log/read-at-most.ts'
import { isLoopback } from '../../../service/http/is-loopback.ts'
import { UsageError } from '../../command.ts'
import { printable } from '../../printable.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 64 * 1024

/** Keys that a service publishes. */
export interface PublishedKeys {
  /** The option of the command, for example `--keys`. */
  readonly option: string
  /** What it is called in a sentence, for example "key set". */
  readonly what: string
  /** The path below the address of the service. */
  readonly path: string
}

/**
 * Loads published keys from a file or a URL, as JSON. Follows no redirect, and reads at most 64 KiB from a URL.
 *
 * @throws {UsageError} when the file cannot be read, when the source is a receipt, or plain HTTP on a public address: such keys can be anyone's.
 * @throws {LicetError} `network_error`, `invalid_response`, `invalid_json`
 */
export async function loadPublished(source: string, published: PublishedKeys): Promise<JsonValue> {
  const { option, what } = published
  const url = /^https?:\/\//i.test(source) && URL.canParse(source) ? new URL(source) : undefined
  if (url?.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new UsageError(
      `${option} is plain HTTP on a public address. Nothing was checked, because anyone on the network can replace the keys. Use https, or a file.`,
    )
  }
  const value = url === undefined ? await readKeyFile(source, published) : await fetchKeys(url, published)
  if (isJsonObject(value) && ('license' in value || 'receipt' in value)) {
    throw new UsageError(
      `${option} is a receipt. Nothing was checked, because a receipt cannot confirm its own keys. Use the ${what} that the service publishes.`,
    )
  }
  return value
}

async function readKeyFile(path: string, { option, what, path: published }: PublishedKeys): Promise<JsonValue> {
  const bytes = await readFile(path).catch(() => {
    throw new UsageError(`The ${what} ${path} cannot be read. Nothing was checked. Correct the path in ${option}.`)
  })
  try {
    return parseJsonBytes(bytes)
  } catch (cause) {
    throw new LicetError(
      'invalid_json',
      `The ${what} ${printable(path)} is not JSON. Nothing was checked. Use a file with the response of ${published}.`,
      { cause },
    )
  }
}

async function fetchKeys(url: URL, published: PublishedKeys): Promise<JsonValue> {
  const { option, what } = published
  const notFetched = (cause: unknown) =>
    new LicetError(
      'network_error',
      `The ${what} cannot be fetched from ${printable(url.href)}. Nothing was checked. Correct the address, or use ${option} with a file.`,
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
      `The address of the ${what} responded with status ${response.status}. Nothing was checked. ${correct(url, published)}`,
    )
  }
  const bytes = await readAtMost(response.body, MAX_BYTES, () => tooLarge(published)).catch((cause: unknown) => {
    throw isLicetError(cause) ? cause : notFetched(cause)
  })
  try {
    return parseJsonBytes(bytes)
  } catch (cause) {
    throw new LicetError(
      'invalid_json',
      `The address of the ${what} did not respond with JSON. Nothing was checked. ${correct(url, published)}`,
      { cause },
    )
  }
}

function tooLarge({ option, what }: PublishedKeys): LicetError<'invalid_response'> {
  return new LicetError(
    'invalid_response',
    `The ${what} is larger than 64 KiB, so it was not read. Nothing was checked. Correct the address in ${option}.`,
  )
}

/** Returns what to do about a wrong address. It is usually the address of the service, without the path of the keys. */
function correct({ origin, pathname }: URL, { option, path }: PublishedKeys): string {
  if (pathname.endsWith(path)) return `Correct the address in ${option}.`
  const published = origin + pathname.replace(/\/$/, '') + path
  return `A service publishes its keys under another path. Use ${option} ${printable(published)}`
}
