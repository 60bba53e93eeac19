import { AuthClient } from '../client/auth-client.ts'
import type { Permit, PermitQuestion } from '../client/permits/permit-types.ts'
import type { CallOptions } from '../client/tokens/token-types.ts'
import { missingSetting, readAuthUrl, readPublicSetting, readVariable, VARIABLES } from './settings.ts'

let shared: { readonly settings: string; readonly client: AuthClient } | undefined

/**
 * Returns whether a person, or a device, permits a use now, like {@link AuthClient.permits}. All calls in a process share one client, which
 * these environment variables configure: `LICET_AUTH_URL`, `LICET_USER_ID`, `LICET_API_KEY`, and optionally `LICET_PROVIDER_ID` and
 * `LICET_TRAIL_URL`.
 *
 * Only licenses that your backend vouched for count, unless the question allows others. An answer is kept for 5 seconds.
 *
 * @throws {LicetError} `invalid_configuration` when a variable is missing, and the errors of {@link AuthClient.permits}
 * @example
 * const { permitted } = await permits({ userId: session.user.id, usecase: 'personalization' })
 */
export async function permits(question: PermitQuestion, options?: CallOptions): Promise<Permit> {
  return sharedClient().permits(question, options)
}

/** Answers many questions like {@link permits}, in the same order, with one request for every 1,000 questions. */
export async function permitsMany(questions: readonly PermitQuestion[], options?: CallOptions): Promise<Permit[]> {
  return sharedClient().permitsMany(questions, options)
}

/** Returns the client of this process. Another one after its variables have changed. */
function sharedClient(): AuthClient {
  const authUrl = readAuthUrl(undefined)
  const trailUrl = readPublicSetting(undefined, VARIABLES.trailUrl)
  const providerId = readPublicSetting(undefined, VARIABLES.providerId)
  const [userId, apiKey] = [readVariable(VARIABLES.user), readVariable(VARIABLES.apiKey)]
  const created = 'what `licet api-key create --scope trail` printed'
  if (userId === undefined) throw missingSetting('user', created)
  if (apiKey === undefined) throw missingSetting('apiKey', created)
  const config = { authUrl, trailUrl, providerId, credentials: { userId, apiKey } }
  const settings = JSON.stringify(config)
  if (shared?.settings !== settings) shared = { settings, client: new AuthClient(config) }
  return shared.client
}
