import * as v from 'valibot'
import { invalidResponse } from '../../client/http/http-error.ts'

/**
 * Reads the body of a response of the service.
 *
 * @throws {LicetError} `invalid_response` when it has another shape.
 */
export function readResponse<T extends v.GenericSchema>(schema: T, json: unknown): v.InferOutput<T> {
  const parsed = v.safeParse(schema, json)
  if (!parsed.success) throw invalidResponse(200, 'does not have the expected form')
  return parsed.output
}
