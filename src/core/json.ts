/** A JSON value (RFC 8259). */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject

/** A JSON object (RFC 8259). */
export interface JsonObject {
  readonly [name: string]: JsonValue
}

/** Returns whether a value is a JSON object: neither an array nor `null`. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// With the flag `u` a whole pair is one code point, so only a lone surrogate matches.
const LONE_SURROGATE = /\p{Surrogate}/u

/** Returns whether a string contains half of a surrogate pair, which UTF-8 cannot encode. */
export function hasLoneSurrogate(text: string): boolean {
  return LONE_SURROGATE.test(text)
}
