import type { JsonObject } from '../../core/json.ts'
import type { WireRecordName } from '../../protocol/wire-records.ts'
import { errors } from './error-responses.ts'
import { schemaRef } from './schemas.ts'

const READER = [{ user: ['trail'] }, { user: ['license:end'] }, { user: ['account:admin'] }] as const

/** The security requirement of an operation, by the client that may call it. */
export const SECURITY = {
  user: [{ user: ['account:admin'] }],
  provider: [{ provider: ['account:provider'] }],
  device: [{ device: [] }],
  reader: READER,
  ender: [{ user: ['license:end'] }, { user: ['account:admin'] }],
  deviceOrReader: [{ device: [] }, ...READER],
  providerOrReader: [{ provider: ['account:provider'] }, ...READER],
  none: [],
} as const satisfies Readonly<Record<string, readonly JsonObject[]>>

/** What an operation takes and returns. */
interface OperationParts {
  /** Who may call it. */
  readonly by: keyof typeof SECURITY
  readonly parameters?: readonly JsonObject[]
  /** The JSON body of the request. */
  readonly body?: JsonObject
  /** The responses of success, by status. */
  readonly returns: Readonly<Record<number, JsonObject>>
  /** The statuses of further errors. The statuses of the token, the body and the service are added. */
  readonly fails?: readonly number[]
}

/** Describes an operation that is not on a token path. */
export function operation(operationId: string, summary: string, parts: OperationParts): JsonObject {
  const { by, parameters, body, returns, fails = [] } = parts
  const statuses = [...(by === 'none' ? [] : [401, 403]), ...(body === undefined ? [] : [400, 413, 415]), ...fails]
  return {
    operationId,
    summary,
    security: SECURITY[by],
    ...(parameters !== undefined && { parameters }),
    ...(body !== undefined && { requestBody: requiredBody('application/json', body) }),
    responses: { ...returns, ...errors('Problem', ...statuses) },
  }
}

/** Describes a JSON response. */
export function jsonResponse(description: string, schema: JsonObject): JsonObject {
  return { description, content: { 'application/json': { schema } } }
}

/** Describes a required form body, which fits at least one of the schemas. */
export function formBody(...names: readonly WireRecordName[]): JsonObject {
  const [schema = {}, ...more] = names.map(schemaRef)
  return requiredBody('application/x-www-form-urlencoded', more.length === 0 ? schema : { anyOf: [schema, ...more] })
}

/** Describes a required body. */
export function requiredBody(mediaType: string, schema: JsonObject): JsonObject {
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

/** The response to a deletion. */
export const DELETED: JsonObject = { description: 'Deleted.' }
