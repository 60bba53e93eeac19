/** Reads JSON out of UTF-8 bytes; bytes that are none throw, and so does JSON that is nested too deep to be stored or written again. */
export function parseJsonBytes(bytes: Uint8Array): unknown {
  // Handing each value on takes more of the stack than whatever is done with them later.
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes), (_, value: unknown) => value)
}
