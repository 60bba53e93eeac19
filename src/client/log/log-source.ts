import { isLicetError } from '../../core/errors.ts'
import type { Bytes } from '../../log/bytes.ts'
import type { LoadTileOf } from '../../log/compare-epochs.ts'
import { LOG_PATHS } from '../../log/log-paths.ts'
import type { LicenseApi } from '../engine/license-api.ts'

/** Most bytes that a client loads for one check of an epoch of the log. */
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
  const load = async (path: string, cache: RequestCache): Promise<Bytes> => {
    const bytes = await api.fetchLogFile(path, { cache, maxBytes: left }, signal)
    // Tiles are loaded at the same time, so together they can be larger.
    left = Math.max(left - bytes.length, 0)
    return bytes
  }
  const loadText = async (path: string) => new TextDecoder('utf-8', { fatal: true }).decode(await load(path, 'no-cache'))
  return {
    checkpoint: () => loadText(LOG_PATHS.checkpoint),
    keys: async () => JSON.parse(await loadText(LOG_PATHS.keys)),
    // A tile never changes. One that was loaded before is in the cache of the browser.
    tile: (origin, tile) =>
      load(LOG_PATHS.tile(origin, tile), 'default').catch((error: unknown) =>
        isMissing(error) ? undefined : Promise.reject(error),
      ),
  }
}

function isMissing(error: unknown): boolean {
  return isLicetError(error) && error.status === 404
}
