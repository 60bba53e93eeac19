// The errors that the client raises itself, without a response of the service. http/http-error.ts has the errors of a request.
import { LicetError } from '../core/errors.ts'

export function termsChangedError(): LicetError<'terms_changed'> {
  return new LicetError(
    'terms_changed',
    'The text that was shown is not the text of the agreement. Nothing was signed. Show `terms()` and ask again.',
    { field: 'terms' },
  )
}

export function unsupportedError(): LicetError<'unsupported'> {
  return new LicetError('unsupported', 'This page has no WebCrypto. Nothing was signed. Serve it over https.')
}

export function storageFailedError(cause: unknown): LicetError<'storage_full' | 'storage_unavailable'> {
  const isFull = cause instanceof Error && cause.name === 'QuotaExceededError'
  const [what, fix] = isFull
    ? ['The storage of this browser is full', 'Free some space.']
    : ['This browser stores nothing for this site', 'Allow site data, or leave private browsing.']
  return new LicetError(
    isFull ? 'storage_full' : 'storage_unavailable',
    `${what}. Decisions are in memory, and are lost if the page closes before their delivery. ${fix}`,
    { cause },
  )
}

export function identityUnavailableError(cause: unknown): LicetError<'identity_unavailable'> {
  return new LicetError(
    'identity_unavailable',
    '`config.identity` returned no identity token. The decision is saved, and is sent again automatically. ' +
      'Check the address of your app that creates the token.',
    { cause, field: 'identity' },
  )
}

export function abortedError(cause?: unknown): LicetError<'aborted'> {
  return new LicetError('aborted', 'The call was aborted. A signed decision is still delivered. Call again for its result.', {
    cause,
  })
}

/** The error of a `report` that keeps the reports of the other tabs waiting. */
export function lateReportError(): LicetError<'timeout'> {
  return new LicetError(
    'timeout',
    '`report` did not resolve within 30 seconds. The decision is reported again later. Resolve when it is passed on.',
  )
}

/** The error of a call that waits for a decision when `clear()` deletes it. */
export function clearedError(): LicetError<'aborted'> {
  return new LicetError('aborted', '`clear()` deleted this decision. The service may have stored it. Ask again.')
}

/** The error of an agreement that the person declined or withdrew before it was signed. */
export function declinedError(): LicetError<'aborted'> {
  return new LicetError('aborted', 'The person declined or withdrew before this agreement was signed. It was not sent. Ask again.')
}
