import { type Bytes, concatBytes } from './bytes.ts'
import { invalidProof } from './invalid-proof.ts'

/** Longest entry in bytes: its length is a number of 16 bits. */
export const MAX_ENTRY_BYTES = 65_535

/**
 * Joins entries into a bundle: each has its length before it, as a big-endian number of 16 bits (C2SP tlog-tiles).
 *
 * @throws {RangeError} When an entry is longer than {@link MAX_ENTRY_BYTES}.
 */
export function writeEntryBundle(entries: readonly Uint8Array[]): Bytes {
  return concatBytes(...entries.flatMap((entry) => [lengthOf(entry), entry]))
}

/**
 * Splits a bundle into its entries, in the order of the log.
 *
 * @throws {LicetError} `invalid_proof` when the bundle is cut off, or does not have `width` entries.
 */
export function parseEntryBundle(bundle: Bytes, width: number): readonly Bytes[] {
  const entries: Bytes[] = []
  let at = 0
  while (at < bundle.length) {
    const length = ((bundle[at] ?? 0) << 8) | (bundle[at + 1] ?? 0)
    const entry = bundle.slice(at + 2, at + 2 + length)
    if (at + 2 > bundle.length || entry.length !== length) throw invalidProof('A bundle of entries of the log is cut off')
    entries.push(entry)
    at += 2 + length
  }
  if (entries.length !== width) throw invalidProof(`A bundle of the log has ${entries.length} entries instead of ${width}`)
  return entries
}

function lengthOf({ length }: Uint8Array): Bytes {
  if (length > MAX_ENTRY_BYTES) throw new RangeError(`An entry has ${length} bytes. A bundle has room for ${MAX_ENTRY_BYTES}.`)
  return Uint8Array.of(length >> 8, length & 255)
}
