import { isLicetError } from '../../core/errors.ts'
import type { Bytes } from '../../log/bytes.ts'
import { LOG_PATHS } from '../../log/log-paths.ts'
import { createTileReader } from '../../log/tile-source.ts'
import type { ReadTile } from '../../log/tile-tree.ts'
import type { ParsedConfig } from '../config.ts'
import { decodeJson } from '../http/decode-json.ts'
import { invalidResponse } from '../http/http-error.ts'
import { sendRequest } from '../http/send-request.ts'

/** Most bytes that a client loads for one check of the log. */
export const MAX_CHECK_BYTES = 65_536

/** The public files of a log. */
export interface LogSource {
  checkpoint(): Promise<string>
  /** The file `keys`, as parsed JSON. */
  keys(): Promise<unknown>
  readonly readTile: ReadTile
}

/**
 * Creates a source that loads at most {@link MAX_CHECK_BYTES} in its life.
 *
 * Its requests contain nothing about the person or the device, and reject like `sendRequest()`.
 */
export function createLogSource({ environment, timeoutMs, trailUrl }: ParsedConfig, signal: AbortSignal): LogSource {
  let left = MAX_CHECK_BYTES
  const load = async (path: string, cache: RequestCache): Promise<Bytes> => {
    const http = { ...environment, timeoutMs }
    const response = await sendRequest(http, { method: 'GET', url: trailUrl + path, cache, signal, maxBytes: left })
    left -= response.body.length
    if (left < 0) throw invalidResponse(response.status, `makes the check of the log larger than ${MAX_CHECK_BYTES} bytes`)
    return Uint8Array.from(response.body)
  }
  return {
    checkpoint: async () => new TextDecoder('utf-8', { fatal: true }).decode(await load(LOG_PATHS.checkpoint, 'no-cache')),
    keys: async () => decodeJson(await load(LOG_PATHS.keys, 'no-cache')),
    // A tile never changes. One that was loaded before is in the cache of the browser.
    readTile: createTileReader(
      (tile) =>
        load(LOG_PATHS.tile(tile), 'default').catch((error: unknown) => (isMissing(error) ? undefined : Promise.reject(error))),
      () => invalidResponse(404, 'lacks a tile of the log'),
    ),
  }
}

function isMissing(error: unknown): boolean {
  return isLicetError(error) && error.status === 404
}
