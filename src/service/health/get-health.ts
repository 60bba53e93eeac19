import { respondJson } from '../http/respond-json.ts'

/** Health: the process responds. Reads no database. */
export function getHealth(): Response {
  return respondJson({ status: 'ok' })
}
