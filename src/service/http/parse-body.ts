import * as v from 'valibot'
import { LicetError } from '../../core/errors.ts'
import { isJsonObject, type JsonValue } from '../../core/json.ts'
import { parseJsonBytes } from '../../core/strict-json.ts'
import { issuePath } from '../../protocol/issue-path.ts'
import { readBody } from './read-body.ts'

/**
 * Reads a request's JSON body, strictly.
 *
 * @throws {LicetError} `invalid_json`, `payload_too_large`, `unsupported_media_type`
 */
export async function readJson(request: Request): Promise<JsonValue> {
  return parseJsonBytes(await readBody(request, 'application/json'))
}

/**
 * Reads a request's JSON body by a schema.
 *
 * @throws {LicetError} `invalid_request` with the path of the member at fault, beside what {@link readJson} throws.
 */
export async function parseBody<Schema extends v.GenericSchema>(request: Request, schema: Schema): Promise<v.InferOutput<Schema>> {
  const body = await readJson(request)
  const result = v.safeParse(schema, body)
  // An array counts as an object without members to the schema library.
  if (result.success && isJsonObject(body)) return result.output
  const field = issuePath(result.issues?.[0])
  throw new LicetError(
    'invalid_request',
    `${field === '' ? 'The body' : `The member ${field}`} is missing, unknown or of the wrong form. Nothing was done. Mend it and send it again.`,
    { field: field || undefined },
  )
}
