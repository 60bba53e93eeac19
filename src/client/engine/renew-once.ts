import { classifyFailure } from '../failure.ts'

/**
 * Makes a call with a token, and once more with another when the service does not accept the first: it may have ended on the way, while
 * the machine slept, or with the key that signed it. What the second brings is final.
 */
export async function renewOnce<T>(
  getToken: (refused?: string) => Promise<string>,
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
