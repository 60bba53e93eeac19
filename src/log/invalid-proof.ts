import { LicetError } from '../core/errors.ts'

/** Creates the error of a wrong part of the log. `what` is a sentence without its period. */
export function invalidProof(what: string, cause?: unknown): LicetError<'invalid_proof'> {
  return new LicetError('invalid_proof', `${what}, so it proves nothing. Fetch it from the service again.`, { cause })
}

/** Creates the error of a part of the log in another form than C2SP specifies, for example "checkpoint". */
export function malformed(part: string): LicetError<'invalid_proof'> {
  return invalidProof(`The ${part} of the log is malformed`)
}
