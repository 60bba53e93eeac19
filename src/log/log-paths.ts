import { type Tile, writeTilePath } from './tile.ts'

/** Addresses of the public log below `{trail_url}`. All of them but `proof` are files that anyone may read and copy. */
export const LOG_PATHS = {
  /** The newest signed checkpoint, as text. */
  checkpoint: '/log/checkpoint',
  /** Who signs, as JSON; see `parseLogKeys`. */
  keys: '/log/keys',
  /** A tile, or a bundle of entries. */
  tile: (tile: Tile): string => `/log/${writeTilePath(tile)}`,
  /** The RFC 3161 token over the checkpoint of a size. */
  timestamp: (size: number): string => `/log/timestamp/${size}`,
  /** The newest proof of the newest receipt of a license; see `parseTlogProof`. Needs a token that may read the license. */
  proof: (licenseId: string): string => `/license/${encodeURIComponent(licenseId)}/proof`,
} as const
