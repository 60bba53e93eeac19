import type { JsonObject } from '../core/json.ts'
import type { Quote } from './http/http-error.ts'
import type { HttpRequest } from './http/send-request.ts'

/** Most of what the service says of an error that is repeated. */
const MAX_DETAIL_CHARS = 500

/**
 * What the service says of an error, for whoever runs a server.
 *
 * A text that has any of what was sent is not repeated: the secrets are there (hostile G15).
 */
export function quoteProblem(problem: JsonObject, { token, form, json = '{}' }: HttpRequest): Quote {
  // Of three letters it is none.
  const sent: readonly unknown[] = [token, ...Object.values(form ?? JSON.parse(json))]
  const say = (text: unknown) =>
    typeof text !== 'string' || sent.some((one) => typeof one === 'string' && one[3] && text.includes(one))
      ? undefined
      : text.slice(0, MAX_DETAIL_CHARS)
  return { field: say(problem.field), detail: say(problem.detail ?? problem.error_description) }
}
