import { ADDRESS } from '../../core/address.ts'
import type { JsonObject } from '../../core/json.ts'
import { MAX_LISTED } from '../../core/limits.ts'
import { WORD } from '../../core/words.ts'

/** Describes an object. Every member is required, except those in `optional`. */
export function object(description: string, properties: JsonObject, ...optional: readonly string[]): JsonObject {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', description, ...(required.length === 0 ? {} : { required }), properties }
}

/** Describes an object of a request, which may not have other members. */
export function closedObject(...given: Parameters<typeof object>): JsonObject {
  return { ...object(...given), additionalProperties: false }
}

/** Describes a form, whose other parameters are ignored. */
export function form(...given: Parameters<typeof object>): JsonObject {
  return { ...object(...given), additionalProperties: true }
}

export function text(description: string, limits: JsonObject = {}): JsonObject {
  return { type: 'string', description, ...limits }
}

export function oneOf(description: string, values: readonly string[]): JsonObject {
  return { type: 'string', description, enum: values }
}

export function time(description: string): JsonObject {
  return text(`${description} RFC 3339 in UTC.`, { format: 'date-time', pattern: 'Z$' })
}

export function digest(description: string): JsonObject {
  return text(`${description} SHA3-256 as base64url without padding.`, { pattern: ADDRESS.source })
}

export function url(description: string): JsonObject {
  return text(description, { format: 'uri' })
}

/** Describes a list of words of the license vocabulary. */
export function words(description: string, minItems: number, examples: readonly string[]): JsonObject {
  return {
    type: 'array',
    description,
    minItems,
    maxItems: MAX_LISTED,
    items: { type: 'string', pattern: WORD.source },
    examples: [examples],
  }
}
