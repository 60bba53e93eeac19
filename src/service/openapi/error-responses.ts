import { RESOURCE_ERROR_CODES, WIRE_ERROR_CODES, type WireErrorCode } from '../../core/error-codes.ts'
import type { JsonObject } from '../../core/json.ts'
import { ERROR_STATUS, PROBLEM_TYPE } from '../../protocol/problem.ts'
import { schemaRef } from './schemas.ts'

/** The schema of an error: OAuth on the token paths, a problem document on all others. */
type ErrorSchema = 'OAuthError' | 'Problem'

/** Codes that only the token paths return. */
const TOKEN_CODES: readonly WireErrorCode[] = [
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_token_type',
  'invalid_scope',
]
/** Codes that the token paths never return. */
const RESOURCE_CODES: readonly WireErrorCode[] = ['not_found', 'invalid_json', 'unsupported', ...RESOURCE_ERROR_CODES]

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'The request is invalid.',
  401: 'The credentials are missing or invalid.',
  403: 'The token does not permit this operation.',
  404: 'The record does not exist, or belongs to somebody else.',
  405: 'The path does not support the method. `Allow` lists the supported ones.',
  409: 'The request conflicts with a stored record.',
  410: 'What the device sends again was erased.',
  413: 'The body is larger than 256 KiB.',
  415: 'The body has another media type, or a content encoding.',
  429: 'Too many wrong secrets, simultaneous requests of a caller, new licenses or texts of terms of a device, or registrations of a network.',
  500: 'The service failed.',
  501: 'The platform of the service cannot do this.',
  503: 'The database is unavailable, or the service receives too many bodies at the same time.',
}

const HEADERS: Readonly<Record<number, string>> = {
  401: 'WWW-Authenticate',
  403: 'WWW-Authenticate',
  405: 'Allow',
  429: 'Retry-After',
  503: 'Retry-After',
}

/** Describes every error response of one schema, by status. */
function errorResponses(style: ErrorSchema, member: string, mediaType: string, excluded: readonly WireErrorCode[]) {
  const codes = WIRE_ERROR_CODES.filter((code) => !excluded.includes(code))
  const statuses = [...new Set(codes.map((code) => ERROR_STATUS[code]))].sort((a, b) => a - b)
  return Object.fromEntries(
    statuses.map((status) => {
      const header = HEADERS[status]
      const ofStatus = codes.filter((code) => ERROR_STATUS[code] === status)
      const schema = { allOf: [schemaRef(style)], properties: { [member]: { enum: ofStatus } } }
      return [
        `${style}${status}`,
        {
          description: DESCRIPTIONS[status] ?? 'An error.',
          ...(header === undefined
            ? {}
            : { headers: { [header]: { required: status !== 401 || style !== 'OAuthError', schema: { type: 'string' } } } }),
          content: { [mediaType]: { schema } },
        },
      ]
    }),
  )
}

/** Returns references to the error responses of an operation, including 500 and 503. */
export function errors(style: ErrorSchema, ...statuses: readonly number[]): JsonObject {
  return Object.fromEntries([...statuses, 500, 503].map((status) => [status, { $ref: `#/components/responses/${style}${status}` }]))
}

/** Every error response of the service, by schema and status. */
export const ERROR_RESPONSES: JsonObject = {
  ...errorResponses('OAuthError', 'error', 'application/json', RESOURCE_CODES),
  ...errorResponses('Problem', 'code', PROBLEM_TYPE, TOKEN_CODES),
}
