import { LicetError } from '../core/errors.ts'

/** Creates the error of a malformed or wrong part of the log. `what` is a sentence without its period. */
export function invalidProof(what: string, cause?: unknown): LicetError<'invalid_proof'> {
  return new LicetError('invalid_proof', `${what}, so it proves nothing. Fetch it from the service again.`, { cause })
}
