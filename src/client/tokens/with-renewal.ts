import { classifyFailure } from '../classify-failure.ts'

/** Time in milliseconds before its expiry at which a token is replaced, so that it does not expire in transit. */
export const RENEW_BEFORE_MS = 30_000

/**
 * Makes a call with a token, and once more with a new token when the service rejects the first. The first may have expired in transit or
 * while the machine was asleep, or its signing key was rotated.
 */
export async function withRenewal<T>(
  getToken: (rejected?: string) => Promise<string>,
  call: (token: string) => Promise<T>,
): Promise<T> {
  const token = await getToken()
  try {
    return await call(token)
  } catch (error) {
    if (classifyFailure(error) !== 'unauthorized') throw error
    return call(await getToken(token))
  }
}
