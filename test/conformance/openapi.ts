import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/core/json.ts'
import { AUTH_PATHS } from '../../src/protocol/paths.ts'
import { createOpenApi, type Service } from '../../src/service/index.ts'

/** The document, with the addresses that the suites use. */
export const OPENAPI = createOpenApi({ authUrl: 'https://auth.example.com', trailUrl: 'https://trail.example.com' })

// Of a path or a method that there is not, the document tells by its components what is answered.
const NO_PATH = '/nowhere'
const NO_METHOD = '/no-method'
const NO_TOKEN_METHOD = '/no-token-method'
const ref = (name: string) => ({ $ref: `#/components/responses/${name}` })
const DOCUMENT = {
  ...close(OPENAPI),
  nowhere: { responses: { 404: ref('Problem404') } },
  'no-method': { responses: { 405: ref('Problem405') } },
  'no-token-method': { responses: { 405: ref('OAuthError405') } },
}

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema(DOCUMENT, 'openapi.json')
const validators = new Map<string, ValidateFunction>()

/** Clients bear members that a newer service adds; what this service answers is written down to the last one. */
function close(value: JsonObject): JsonObject {
  const closed = Object.fromEntries(Object.entries(value).map(([name, item]) => [name, closeValue(item)]))
  return value.type === 'object' && 'properties' in value ? { additionalProperties: false, ...closed } : closed
}

function closeValue(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(closeValue)
  return isJsonObject(value) ? close(value) : value
}

/** The same service, which rejects when one of its answers does not fit the OpenAPI document. */
export function heldAgainstOpenApi(service: Service): Service {
  return {
    ...service,
    fetch: async (request, from) => {
      const response = await service.fetch(request, from)
      // The document is about methods that do something.
      const misfit = request.method === 'OPTIONS' ? undefined : await findAnswerMisfit(service, request, response.clone())
      if (misfit !== undefined) throw new Error(`${request.method} ${request.url} answered ${response.status}: ${misfit}`)
      return response
    },
  }
}

/** Throws when a request that the service took does not fit the OpenAPI document. */
export function assertTaken(service: Service, request: Request, body: string): void {
  const operation = findOperation(service, request)
  const [mediaType] = Object.keys(member(at(operation), 'requestBody', 'content'))
  if (mediaType === undefined) return
  const pointer = `${operation}/requestBody/content/${escapePointer(mediaType)}/schema`
  const misfit = misfitOf(pointer, mediaType === 'application/json' ? JSON.parse(body) : readForm(body))
  if (misfit !== undefined) throw new Error(`${request.method} ${request.url} took what the document refuses: ${misfit}`)
}

async function findAnswerMisfit(service: Service, request: Request, response: Response): Promise<string | undefined> {
  const answer = resolve(`${findOperation(service, request)}/responses/${response.status}`)
  if (answer === undefined) return 'the document has no such answer'
  const missing = Object.keys(member(at(answer), 'headers')).find((name) => !response.headers.has(name))
  if (missing !== undefined) return `the header ${missing} is missing`
  const [mediaType] = Object.keys(member(at(answer), 'content'))
  const body = await response.text()
  if (mediaType === undefined || request.method === 'HEAD') return body === '' ? undefined : 'there is a body'
  if (response.headers.get('content-type') !== mediaType) return `it is ${response.headers.get('content-type')}`
  return misfitOf(`${answer}/content/${escapePointer(mediaType)}/schema`, JSON.parse(body))
}

function readForm(text: string): JsonObject {
  const { expires, ...others } = Object.fromEntries(new URLSearchParams(text))
  return { ...others, ...(expires === undefined ? {} : { expires: Number(expires) }) }
}

/** Points at the operation that a request is of; at what stands for every unknown path or method, when it is of none. */
function findOperation(service: Service, { method, url }: Request): string {
  const path = findPath(service, new URL(url).pathname)
  if (path === undefined) return NO_PATH
  const name = method === 'HEAD' ? 'get' : method.toLowerCase()
  if (Object.hasOwn(member(DOCUMENT, 'paths', path), name)) return `/paths/${escapePointer(path)}/${name}`
  return path.startsWith(AUTH_PATHS.tokenAlias) ? NO_TOKEN_METHOD : NO_METHOD
}

/** The path of the document that an address is one of; what stands in it word for word wins. */
function findPath({ authUrl, trailUrl }: Service, pathname: string): string | undefined {
  const bases = ['', ...[authUrl, trailUrl].map((base) => new URL(base).pathname.replace(/\/$/, ''))]
  const paths = Object.keys(member(DOCUMENT, 'paths')).sort((a, b) => a.split('{').length - b.split('{').length)
  const candidates = bases.filter((base) => pathname.startsWith(base)).map((base) => pathname.slice(base.length))
  return paths.find((path) => {
    const form = new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`)
    return candidates.some((candidate) => form.test(candidate))
  })
}

/** Points at what is at a place or what that refers to, unless there is nothing. */
function resolve(pointer: string): string | undefined {
  const { $ref } = at(pointer)
  if (typeof $ref === 'string') return $ref.slice(1)
  return Object.keys(at(pointer)).length === 0 ? undefined : pointer
}

function misfitOf(pointer: string, value: unknown): string | undefined {
  let validate = validators.get(pointer)
  if (validate === undefined) {
    validate = ajv.compile({ $ref: `openapi.json#${pointer}` })
    validators.set(pointer, validate)
  }
  return validate(value) ? undefined : ajv.errorsText(validate.errors)
}

function at(pointer: string): JsonObject {
  const names = pointer.slice(1).split('/')
  return member(DOCUMENT, ...names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~')))
}

/** A member of a member; an empty object where there is none. */
export function member(value: JsonObject, ...path: readonly string[]): JsonObject {
  let found: JsonValue = value
  for (const name of path) found = isJsonObject(found) && Object.hasOwn(found, name) ? (found[name] ?? {}) : {}
  return isJsonObject(found) ? found : {}
}

function escapePointer(text: string): string {
  return text.replaceAll('~', '~0').replaceAll('/', '~1')
}
