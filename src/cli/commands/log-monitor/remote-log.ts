import { isLicetError, LicetError } from '../../../core/errors.ts'
import { trimSlashes } from '../../../core/url.ts'
import type { Bytes } from '../../../log/bytes.ts'
import { LOG_PATHS } from '../../../log/log-paths.ts'
import { readAtMost } from '../../../log/read-at-most.ts'
import type { Tile } from '../../../log/tile.ts'
import { isLoopback } from '../../../service/http/is-loopback.ts'
import { UsageError } from '../../command.ts'
import { count } from '../../count.ts'
import { printable } from '../../printable.ts'

const TIMEOUT_MS = 30_000
/** Largest file of a log that is read: a bundle of 256 entries of this service has 30 kB. */
const MAX_BYTES = 1024 * 1024
/** Files that are loaded at the same time. */
const PARALLEL = 4

/** The public files of a log on a server. */
export interface RemoteLog {
  /**
   * Loads the newest checkpoint. `earlierSize` is the number of entries that the log had at the last check. Without it, this is the first one.
   *
   * @throws {LicetError} `network_error`, `invalid_response`
   */
  checkpoint(earlierSize?: number): Promise<string>
  /** The file `keys`, as parsed JSON. */
  keys(): Promise<unknown>
  /** Loads a tile of the log with a name. `undefined` when it does not exist. At most four files are loaded at the same time. */
  tile(origin: string, tile: Tile): Promise<Bytes | undefined>
  /** Loads the time stamp of the checkpoint with `size` entries, and this checkpoint. Throws like `checkpoint()`. */
  timestamp(origin: string, size: number): Promise<readonly [token: Bytes, note: string]>
}

/**
 * Opens the log at the address of a service, or of a copy of its folder `log`.
 *
 * @throws {UsageError} for plain HTTP on a public address: anyone on the network could replace the keys.
 */
export function openRemoteLog(address: string, signal: AbortSignal): RemoteLog {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new UsageError(
      `"${address}" is not an address. Nothing was checked. Use the URL of the service, or of a copy of its log.`,
    )
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new UsageError(
      'The address is plain HTTP on a public address. Nothing was checked, because anyone on the network can replace the keys. Use https.',
    )
  const base = trimSlashes(url.href).replace(/\/log$/, '')
  const limit = createLimit(PARALLEL)
  const load = (path: string) => limit(() => fetchFile(base + path, signal))
  const required = async (path: string, missing: (url: string) => Error) => {
    const bytes = await load(path)
    if (bytes === undefined) throw missing(base + path)
    return bytes
  }
  return {
    async checkpoint(earlierSize) {
      const missing = (address: string) =>
        earlierSize === undefined ? noCheckpoint(address) : lostCheckpoint(address, earlierSize)
      return readUtf8(await required(LOG_PATHS.checkpoint, missing), base + LOG_PATHS.checkpoint)
    },
    keys: async () => readJson(readUtf8(await required(LOG_PATHS.keys, noLog), base + LOG_PATHS.keys), base + LOG_PATHS.keys),
    tile: async (origin, tile) => load(LOG_PATHS.tile(origin, tile)),
    async timestamp(origin, size) {
      const path = LOG_PATHS.stampedCheckpoint(origin, size)
      const files = [required(LOG_PATHS.timestamp(origin, size), noLog), required(path, noLog)] as const
      const [token, note] = await Promise.all(files)
      return [token, readUtf8(note, base + path)]
    },
  }
}

async function fetchFile(url: string, signal: AbortSignal): Promise<Bytes | undefined> {
  try {
    const response = await fetch(url, {
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    if (response.status === 404) {
      await response.body?.cancel()
      return undefined
    }
    if (!response.ok || response.body === null) throw wrongResponse(url, `responded with status ${response.status}`)
    return await readAtMost(response.body, MAX_BYTES, () => wrongResponse(url, `is larger than ${MAX_BYTES} bytes`))
  } catch (cause) {
    if (isLicetError(cause)) throw cause
    throw new LicetError('network_error', `${printable(url)} could not be loaded. Check the address and the network.`, { cause })
  }
}

/** Returns a function that runs at most `most` tasks at the same time. */
function createLimit(most: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (task) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    running++
    try {
      return await task()
    } finally {
      running--
      waiting.shift()?.()
    }
  }
}

function readUtf8(bytes: Bytes, url: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw wrongResponse(url, 'is not text')
  }
}

function readJson(text: string, url: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw wrongResponse(url, 'is not JSON')
  }
}

function noLog(url: string): LicetError<'invalid_response'> {
  return wrongResponse(url, 'does not exist')
}

/** A new log has keys before it has an entry. */
function noCheckpoint(url: string): LicetError<'invalid_response'> {
  return new LicetError(
    'invalid_response',
    `${printable(url)} does not exist yet, because the log has no entry. Nothing was checked. Check again later.`,
  )
}

function lostCheckpoint(url: string, earlierSize: number): LicetError<'invalid_response'> {
  return new LicetError(
    'invalid_response',
    `${printable(url)} does not exist, and the log had ${count(earlierSize, 'entry', 'entries')} at the last check. Nothing was checked. After a restore, it is missing for some seconds. If it stays away, the log was removed: keep the state, whose signed checkpoint proves that.`,
  )
}

function wrongResponse(url: string, what: string): LicetError<'invalid_response'> {
  return new LicetError('invalid_response', `${printable(url)} ${what}. Nothing more was checked. Correct the address of the log.`)
}
