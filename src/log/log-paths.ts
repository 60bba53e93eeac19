import { type Tile, writeTilePath } from './tile.ts'

/** Addresses of the files of the public log below `{trail_url}`. Anyone may read and copy them. */
export const LOG_PATHS = {
  /** The newest signed checkpoint, as text. */
  checkpoint: '/log/checkpoint',
  /** Who signs, as JSON; see `parseLogKeys`. */
  keys: '/log/keys',
  /** The time stamp of the checkpoint with `size` entries (TimeStampToken of RFC 3161, DER). */
  timestamp: (size: number): string => `/log/timestamp/${size}`,
  /** The signed checkpoint that it stamps, byte for byte. */
  stampedCheckpoint: (size: number): string => `/log/timestamp/${size}.checkpoint`,
  /** A tile, or a bundle of entries. */
  tile: (tile: Tile): string => `/log/${writeTilePath(tile)}`,
} as const
