import * as v from 'valibot'
import { LicetError } from '../../core/errors.ts'
import { isJsonObject, type JsonValue } from '../../core/json.ts'
import { MAX_REQUEST_DEPTH, MAX_REQUEST_VALUES } from '../../core/limits.ts'
import { parseJsonBytes } from '../../core/strict-json.ts'
import { issuePath } from '../../protocol/issue-path.ts'
import { type BodyCall, readBody } from './read-body.ts'

/**
 * Reads the JSON body of a request. Refuses duplicate members, invalid UTF-8, and more than `MAX_REQUEST_VALUES` values or
 * `MAX_REQUEST_DEPTH` levels.
 *
 * @throws {LicetError} `invalid_json`, `payload_too_large`, `unsupported_media_type`
 */
async function readJson(call: BodyCall): Promise<JsonValue> {
  return parseRequestJson(await readJsonBytes(call))
}

/**
 * Reads the JSON body of a request as bytes, without parsing it.
 *
 * @throws {LicetError} `payload_too_large`, `unsupported_media_type`
 */
export function readJsonBytes(call: BodyCall): Promise<Uint8Array<ArrayBuffer>> {
  return readBody(call, 'application/json')
}

/**
 * Parses the JSON body of a request with at most `values` JSON values.
 *
 * @throws {LicetError} `invalid_json`
 */
export function parseRequestJson(body: Uint8Array, values = MAX_REQUEST_VALUES): JsonValue {
  return parseJsonBytes(body, { depth: MAX_REQUEST_DEPTH, values })
}

/**
 * Reads the JSON body of a request and checks it with a schema.
 *
 * @throws {LicetError} `invalid_request`, with the path of the wrong member in `field`; and the errors of {@link readJson}.
 */
export async function parseBody<Schema extends v.GenericSchema>(call: BodyCall, schema: Schema): Promise<v.InferOutput<Schema>> {
  const body = await readJson(call)
  const result = v.safeParse(schema, body)
  // valibot accepts an array as an object without members.
  if (result.success && isJsonObject(body)) return result.output
  const field = issuePath(result.issues?.[0])
  const forms = field === '' && body !== undefined ? formsOf(schema) : []
  const fault =
    forms.length > 1
      ? `The body has none of the forms of this request, which are ${forms.join(' and ')}`
      : `${field === '' ? 'The body' : `The member ${field}`} is missing, unknown or has the wrong form`
  throw new LicetError('invalid_request', `${fault}. Nothing was done. Fix it and send the request again.`, {
    field: field || undefined,
  })
}

/** Returns the members of each form of a body that can have several. */
function formsOf(schema: v.GenericSchema): readonly string[] {
  if (!('options' in schema) || !Array.isArray(schema.options)) return []
  return schema.options.map(({ entries = {} }: { readonly entries?: object }) => `{${Object.keys(entries).join(', ')}}`)
}
