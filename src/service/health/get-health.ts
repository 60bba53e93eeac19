import { respondJson } from '../http/respond-json.ts'

/** Health: returns 200 while the process runs. Does not read the database. */
export function getHealth(): Response {
  return respondJson({ status: 'ok' })
}
