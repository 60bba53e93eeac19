import type { JsonObject } from '../../core/json.ts'
import type { WireRecordName } from '../../protocol/wire-records.ts'
import { schemaRef } from './schemas.ts'

/** Describes a JSON response. */
export function jsonResponse(description: string, schema: JsonObject): JsonObject {
  return { description, content: { 'application/json': { schema } } }
}

/** Describes a required JSON body. */
export function jsonBody(schema: JsonObject): JsonObject {
  return requiredBody('application/json', schema)
}

/** Describes a required form body, which fits at least one of the schemas. */
export function formBody(...names: readonly WireRecordName[]): JsonObject {
  const [schema = {}, ...more] = names.map(schemaRef)
  return requiredBody('application/x-www-form-urlencoded', more.length === 0 ? schema : { anyOf: [schema, ...more] })
}

function requiredBody(mediaType: string, schema: JsonObject): JsonObject {
  return { required: true, content: { [mediaType]: { schema } } }
}

/** Describes a variable part of the path. */
export function inPath(name: string): JsonObject {
  return { name, in: 'path', required: true, schema: { type: 'string' } }
}

/** Describes an optional parameter of the query. */
export function inQuery(name: string, description: string, schema: JsonObject = { type: 'string' }): JsonObject {
  return { name, in: 'query', description, schema }
}

/** Describes the number of records on a page. */
export function inPageLimit(description: string, size: { readonly default: number; readonly max: number }): JsonObject {
  return inQuery('limit', description, { type: 'integer', minimum: 1, maximum: size.max, default: size.default })
}

/** The security requirement of an operation, by the client that may call it. */
export const SECURITY = {
  user: { security: [{ user: ['account:admin'] }] },
  provider: { security: [{ provider: ['account:provider'] }] },
  device: { security: [{ device: [] }] },
  reader: { security: [{ user: ['trail'] }, { user: ['account:admin'] }] },
  deviceOrReader: { security: [{ device: [] }, { user: ['trail'] }, { user: ['account:admin'] }] },
  none: { security: [] },
} as const satisfies Readonly<Record<string, JsonObject>>
