import { readDecimal } from './bytes.ts'

/** Number of hashes in a full tile, and of entries in a full bundle. */
export const TILE_WIDTH = 256

/** Height of the subtree that a tile stands for. */
export const TILE_HEIGHT = 8

const MAX_LEVEL = 63

/** The address of a tile, or of a bundle of entries (C2SP tlog-tiles). */
export interface Tile {
  /** 0 has the hashes of leaves. Each hash of a level above is the root of a full tile below. `entries` has the entries themselves. */
  readonly level: number | 'entries'
  /** Position in the level, counted from 0. */
  readonly index: number
  /** Number of hashes or entries: {@link TILE_WIDTH}, or less at the right end of a tree. */
  readonly width: number
}

/** Writes the path of a tile below the address of the log, for example `tile/0/x001/x234/067.p/112`. */
export function writeTilePath({ level, index, width }: Tile): string {
  const digits = String(index).padStart(Math.ceil(String(index).length / 3) * 3, '0')
  const groups = digits.match(/\d{3}/g) ?? []
  const path = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/')
  return `tile/${level}/${path}${width < TILE_WIDTH ? `.p/${width}` : ''}`
}

const PATH = /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/){0,5}\d{3})(?:\.p\/(\d{1,3}))?$/

/** Reads a path that {@link writeTilePath} wrote. `undefined` for every other text, such as another spelling of the same path. */
export function parseTilePath(path: string): Tile | undefined {
  const [, name = '', digits = '', partial] = PATH.exec(path) ?? []
  const level = name === 'entries' ? name : readDecimal(name)
  const index = Number(digits.replaceAll(/[x/]/g, ''))
  const width = partial === undefined ? TILE_WIDTH : readDecimal(partial)
  if (level === undefined || width === undefined || !Number.isSafeInteger(index)) return undefined
  if (width === 0 || (level !== 'entries' && level > MAX_LEVEL)) return undefined
  const tile: Tile = { level, index, width }
  return writeTilePath(tile) === path ? tile : undefined
}

/** Returns the tile at a position in a tree of `size` leaves, with its width there. `undefined` if the tree has no such tile. */
export function tileAt(level: Tile['level'], index: number, size: number): Tile | undefined {
  const hashes = level === 'entries' ? size : Math.floor(size / TILE_WIDTH ** level)
  const width = Math.min(hashes - index * TILE_WIDTH, TILE_WIDTH)
  return width > 0 ? { level, index, width } : undefined
}
