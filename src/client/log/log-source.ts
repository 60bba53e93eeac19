import { isLicetError } from '../../core/errors.ts'
import type { Bytes } from '../../log/bytes.ts'
import type { LoadTileOf } from '../../log/compare-epochs.ts'
import { LOG_PATHS } from '../../log/log-paths.ts'
import { HASH_BYTES } from '../../log/merkle.ts'
import type { LicenseApi } from '../engine/license-api.ts'

/** Most bytes that a client loads for one check of the log. */
export const MAX_CHECK_BYTES = 65_536

/** The public files of a log. */
export interface LogSource {
  checkpoint(): Promise<string>
  /** The file `keys`, as parsed JSON. */
  keys(): Promise<unknown>
  readonly tile: LoadTileOf
}

/**
 * Creates a source that loads at most {@link MAX_CHECK_BYTES} in its life.
 *
 * Its requests contain nothing about the person or the device, and reject like `sendRequest()`.
 */
export function createLogSource(api: Pick<LicenseApi, 'fetchLogFile'>, signal: AbortSignal): LogSource {
  let left = MAX_CHECK_BYTES
  // Tiles are loaded at the same time, so the bytes of each are reserved before.
  const load = async (path: string, cache: RequestCache, expectedBytes = left): Promise<Bytes> => {
    const maxBytes = Math.min(expectedBytes, left)
    left -= maxBytes
    let loadedBytes = 0
    try {
      const bytes = await api.fetchLogFile(path, { cache, maxBytes }, signal)
      loadedBytes = bytes.length
      return bytes
    } finally {
      left += maxBytes - loadedBytes
    }
  }
  const loadText = async (path: string) => new TextDecoder('utf-8', { fatal: true }).decode(await load(path, 'no-cache'))
  return {
    checkpoint: () => loadText(LOG_PATHS.checkpoint),
    keys: async () => JSON.parse(await loadText(LOG_PATHS.keys)),
    // A tile never changes. One that was loaded before is in the cache of the browser.
    tile: (origin, tile) =>
      load(LOG_PATHS.tile(origin, tile), 'default', tile.level === 'entries' ? undefined : tile.width * HASH_BYTES).catch(
        (error: unknown) => (isMissing(error) ? undefined : Promise.reject(error)),
      ),
  }
}

function isMissing(error: unknown): boolean {
  return isLicetError(error) && error.status === 404
}
