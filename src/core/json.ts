/** A JSON value (RFC 8259). */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject

/** A JSON object (RFC 8259). */
export interface JsonObject {
  readonly [name: string]: JsonValue
}

/** Tells whether a value is an object in the sense of JSON: no array, no `null`. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// With the flag `u` a whole pair is one code point, so only a half is left to be a surrogate.
const LONE_SURROGATE = /\p{Surrogate}/u

/** Tells whether a string holds half of a surrogate pair, which UTF-8 cannot carry. */
export function hasLoneSurrogate(text: string): boolean {
  return LONE_SURROGATE.test(text)
}
