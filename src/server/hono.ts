import type { Context, Env, MiddlewareHandler } from 'hono'
import { type RequireLicenseOptions, refuseUnlicensed } from './refuse-unlicensed.ts'

export type { RequireLicenseOptions } from './refuse-unlicensed.ts'

/**
 * Creates a middleware that continues only when the signed-in person permits the use. Everyone else gets 403 with `code: 'license_required'`.
 * While the service is unavailable, the response is 503.
 *
 * @throws {LicetError} `invalid_configuration` when an environment variable of `permits()` of `licet/server` is missing.
 * @example
 * app.get('/offers', requireLicense({ usecase: 'personalization', userId: (c) => c.get('userId') }), sendOffers)
 */
// biome-ignore lint/suspicious/noExplicitAny: as Hono's own middleware, whose variables are known only where it is used
export function requireLicense<E extends Env = any>(options: RequireLicenseOptions<Context<E>>): MiddlewareHandler<E> {
  return async (context, next) => {
    const refusal = await refuseUnlicensed(options, context)
    if (refusal !== undefined) return refusal
    await next()
  }
}
