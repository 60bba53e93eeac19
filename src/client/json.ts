/** Reads JSON out of UTF-8 bytes; bytes that are none throw. */
export function parseJsonBytes(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
}
