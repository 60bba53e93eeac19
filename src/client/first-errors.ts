// The errors of the code that every visitor loads. The others are in local-errors.ts, which loads with the client.
import { LicetError } from '../core/errors.ts'

export function codeUnavailableError(what: string, cause: unknown, field?: string): LicetError<'code_unavailable'> {
  return new LicetError('code_unavailable', `The ${what} did not load. Nothing was changed. Go online, then try again.`, {
    cause,
    field,
  })
}

export function closedError(): LicetError<'closed'> {
  return new LicetError('closed', 'The client is closed. A signed decision is saved. Create a new client to deliver it.')
}
