import { type RequireLicenseOptions, refuseUnlicensed } from './refuse-unlicensed.ts'

export type { RequireLicenseOptions } from './refuse-unlicensed.ts'

/**
 * Wraps a route handler, or the proxy of an app, so that it runs only when the signed-in person permits the use. Everyone else gets 403 with
 * `code: 'license_required'`. While the service is unavailable, the response is 503.
 *
 * @throws {LicetError} `invalid_configuration` when an environment variable of `permits()` of `licet/server` is missing.
 * @example
 * export const GET = requireLicense({ usecase: 'personalization', userId: currentUserId }, async (request) => {
 *   return Response.json(await findOffers(request))
 * })
 */
export function requireLicense<Incoming extends Request, Rest extends readonly unknown[], Result>(
  options: RequireLicenseOptions<Incoming>,
  handler: (request: Incoming, ...rest: Rest) => Result | Promise<Result>,
): (request: Incoming, ...rest: Rest) => Promise<Response | Result> {
  return async (request, ...rest) => {
    const refusal = await refuseUnlicensed(options, request)
    return refusal ?? (await handler(request, ...rest))
  }
}
