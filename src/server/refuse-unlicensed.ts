import type { AuthClient } from '../client/auth-client.ts'
import { classifyFailure } from '../client/classify-failure.ts'
import type { Permit } from '../client/permits/permit-types.ts'
import { PROBLEM_TYPE } from '../protocol/problem.ts'
import { permits } from './permits.ts'

/** Options of `requireLicense()` of `licet/next` and `licet/hono`. */
export interface RequireLicenseOptions<Source> {
  /** The use case that a license must permit, for example `personalization`. */
  readonly usecase: string
  /** The destination that it must permit, usually a host name. Without it, any destination counts. */
  readonly destination?: string | undefined
  /** Returns your own id of the signed-in person, from the session. Returns nothing when nobody is signed in. */
  readonly userId: (source: Source) => string | null | undefined | Promise<string | null | undefined>
  /**
   * Whether a license counts without an identity token of your backend. Default: `false`, because otherwise anyone can agree for any
   * person.
   */
  readonly allowUnvouched?: boolean | undefined
  /** The client that asks. Default: the client of `permits()` of `licet/server`, which environment variables configure. */
  readonly auth?: Pick<AuthClient, 'permits'> | undefined
}

const RETRY_AFTER_SECONDS = '5'

/**
 * Returns the response to a request without a license, or `undefined` when the use is permitted.
 *
 * 403 with `code: 'license_required'` and a `reason`; 503 while the service cannot be asked, because a use without an answer is not
 * permitted.
 */
export async function refuseUnlicensed<Source>(
  { usecase, destination, userId: readUserId, allowUnvouched = false, auth = { permits } }: RequireLicenseOptions<Source>,
  source: Source,
): Promise<Response | undefined> {
  const userId = await readUserId(source)
  if (userId === null || userId === undefined || userId === '') return respondRefused('signed_out')
  let permit: Permit
  try {
    permit = await auth.permits({ userId, usecase, destination, allowUnvouched })
  } catch (error) {
    // A mistake in the configuration, which the developer has to see.
    if (classifyFailure(error) !== 'temporary') throw error
    return respondUnavailable()
  }
  return permit.permitted ? undefined : respondRefused(permit.reason)
}

function respondRefused(reason: string): Response {
  const detail = 'This use needs a license of the person. Nothing was done. Ask the person for it, and send the request again.'
  return respondProblem({ title: 'Forbidden', status: 403, detail, code: 'license_required', reason })
}

function respondUnavailable(): Response {
  const detail =
    'The license service cannot be asked whether this use is permitted. Nothing was done. Send the request again later.'
  return respondProblem(
    { title: 'Service Unavailable', status: 503, detail, code: 'unavailable' },
    { 'retry-after': RETRY_AFTER_SECONDS },
  )
}

/** Responds with a problem document (RFC 9457). */
function respondProblem(
  problem: { readonly status: number; readonly [member: string]: unknown },
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(JSON.stringify({ type: 'about:blank', ...problem }), {
    status: problem.status,
    headers: { 'content-type': PROBLEM_TYPE, 'cache-control': 'no-store', ...headers },
  })
}
