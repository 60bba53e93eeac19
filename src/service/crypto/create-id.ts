/** Creates a UUID of version 7 (RFC 9562 section 5.7). Later ids sort after earlier ones, so that indexes grow at their end. */
export function createId(nowMs: number, random: (length: number) => Uint8Array): string {
  const bytes = new Uint8Array(16)
  bytes.set(random(10), 6)
  for (let at = 5, rest = Math.max(0, Math.floor(nowMs)); at >= 0; at--) {
    bytes[at] = rest % 256
    rest = Math.floor(rest / 256)
  }
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Returns when an id of {@link createId} was created, in milliseconds since the epoch. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.replace('-', '').slice(0, 12), 16)
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Returns whether a text is a UUID in lower case, the only accepted form of an id. */
export function isId(text: string): boolean {
  return ID.test(text)
}
