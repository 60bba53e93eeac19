import { malformed } from './invalid-proof.ts'
import { type Tile, writeTilePath } from './tile.ts'

/** Addresses of the files of the public log below `{trail_url}`. Anyone may read and copy them. */
export const LOG_PATHS = {
  /** The newest signed checkpoint, as text. */
  checkpoint: '/log/checkpoint',
  /** Who signs, as JSON; see `parseLogKeys`. */
  keys: '/log/keys',
  /**
   * A tile, or a bundle of entries, of the epoch that an origin ends with. Two epochs have different tiles, and caches keep them for a year.
   *
   * @throws {LicetError} `invalid_proof` when the origin has no epoch.
   */
  tile: (origin: string, tile: Tile): string => `/log/${epochOf(origin)}/${writeTilePath(tile)}`,
} as const

function epochOf(origin: string): string {
  const [, epoch] = /\/log\/([1-9]\d{0,8})$/.exec(origin) ?? []
  if (epoch === undefined) throw malformed('name')
  return epoch
}
