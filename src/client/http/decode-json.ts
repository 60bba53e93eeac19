/** Decodes JSON from UTF-8 bytes. Throws on malformed UTF-8 or JSON, and on JSON that is nested too deeply to be stored or serialized again. */
export function decodeJson(bytes: Uint8Array): unknown {
  // The reviver uses more stack than storing or serializing does, so it fails first.
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes), (_, value: unknown) => value)
}
