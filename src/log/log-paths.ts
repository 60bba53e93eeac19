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
  /** The time stamp of the checkpoint with `size` entries (TimeStampToken of RFC 3161, DER). Throws like `tile`. */
  timestamp: (origin: string, size: number): string => `/log/${epochOf(origin)}/timestamp/${size}`,
  /** The signed checkpoint that it stamps, byte for byte. Throws like `tile`. */
  stampedCheckpoint: (origin: string, size: number): string => `/log/${epochOf(origin)}/timestamp/${size}.checkpoint`,
} as const

function epochOf(origin: string): string {
  const [, epoch] = /\/log\/([1-9]\d{0,8})$/.exec(origin) ?? []
  if (epoch === undefined) throw malformed('name')
  return epoch
}
