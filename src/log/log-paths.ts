import { type Tile, writeTilePath } from './tile.ts'

/** Addresses of the files of the public log below `{trail_url}`. Anyone may read and copy them. */
export const LOG_PATHS = {
  /** The newest signed checkpoint, as text. */
  checkpoint: '/log/checkpoint',
  /** Who signs, as JSON; see `parseLogKeys`. */
  keys: '/log/keys',
  /** A tile, or a bundle of entries. */
  tile: (tile: Tile): string => `/log/${writeTilePath(tile)}`,
} as const
