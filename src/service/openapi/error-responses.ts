import { RESOURCE_ERROR_CODES, WIRE_ERROR_CODES, type WireErrorCode } from '../../core/error-codes.ts'
import type { JsonObject } from '../../core/json.ts'
import { ERROR_STATUS, PROBLEM_TYPE } from '../../protocol/problem.ts'
import { schemaRef } from './schemas.ts'

/** The two forms of an error: of OAuth on the token paths, a problem document on all others. */
type ErrorSchema = 'OAuthError' | 'Problem'

/** Codes that only the token paths answer with. */
const OF_TOKENS: readonly WireErrorCode[] = [
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
  'too_many_requests',
]
/** Codes that the token paths never answer with. */
const OF_RESOURCES: readonly WireErrorCode[] = ['not_found', 'invalid_json', ...RESOURCE_ERROR_CODES]

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'The request is not of the form that this takes.',
  401: 'No credentials, or none that are valid here.',
  403: 'The token is not one for this.',
  404: 'There is none, or it is somebody else’s.',
  405: 'Another method; `Allow` names those that there are.',
  409: 'It stands against what is stored.',
  413: 'The body is over 256 KiB.',
  415: 'The body is of another media type, or encoded.',
  429: 'Too many wrong secrets.',
  500: 'A fault of the service.',
  503: 'The database is away.',
}

const HEADERS: Readonly<Record<number, string>> = {
  401: 'WWW-Authenticate',
  403: 'WWW-Authenticate',
  405: 'Allow',
  429: 'Retry-After',
  503: 'Retry-After',
}

/** Every error answer of one style, by its status. */
function errorResponses(style: ErrorSchema, member: string, mediaType: string, others: readonly WireErrorCode[]) {
  const codes = WIRE_ERROR_CODES.filter((code) => !others.includes(code))
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
          ...(header === undefined ? {} : { headers: { [header]: { required: true, schema: { type: 'string' } } } }),
          content: { [mediaType]: { schema } },
        },
      ]
    }),
  )
}

/** The error answers of an operation, and what any may come to. */
export function errors(style: ErrorSchema, ...statuses: readonly number[]): JsonObject {
  return Object.fromEntries([...statuses, 500, 503].map((status) => [status, { $ref: `#/components/responses/${style}${status}` }]))
}

/** Every error answer of the service, by its form and status. */
export const ERROR_RESPONSES: JsonObject = {
  ...errorResponses('OAuthError', 'error', 'application/json', OF_RESOURCES),
  ...errorResponses('Problem', 'code', PROBLEM_TYPE, OF_TOKENS),
}
