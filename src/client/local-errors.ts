// The errors that the client raises itself, without an answer of the service. http/http-error.ts has those of a request.
import { LicetError } from '../core/errors.ts'

export function termsChangedError(): LicetError<'terms_changed'> {
  return new LicetError(
    'terms_changed',
    'The text that was shown differs from the terms of the agreement. Nothing was signed. Show the result of `terms()` and ask the person again.',
    { field: 'terms' },
  )
}

export function nothingAgreedError(): LicetError<'nothing_agreed'> {
  return new LicetError(
    'nothing_agreed',
    'This device has no active license to withdraw. Nothing was sent. Check `getSnapshot().licensed` before you call `revokeLicense()`.',
  )
}

export function unsupportedError(): LicetError<'unsupported'> {
  return new LicetError(
    'unsupported',
    'This page has no WebCrypto, so it cannot sign. Nothing was signed or sent. Serve the page over https (or from localhost) to a current browser.',
  )
}

export function engineUnavailableError(cause: unknown): LicetError<'code_unavailable'> {
  return new LicetError(
    'code_unavailable',
    'The signing engine of the client did not load. Nothing was signed. Check the network and that the server serves all files of the app, then try again.',
    { cause },
  )
}

export function storageFailedError(cause: unknown): LicetError<'storage_full' | 'storage_unavailable'> {
  const isFull = cause instanceof Error && cause.name === 'QuotaExceededError'
  const [what, fix] = isFull
    ? ['The storage of this browser is full', 'Free some disk space.']
    : ['This browser does not store data for this site', 'Allow site data, or leave private browsing.']
  return new LicetError(
    isFull ? 'storage_full' : 'storage_unavailable',
    `${what}. Decisions are kept in memory, and are lost if the page closes before they are delivered. ${fix}`,
    { cause },
  )
}

export function abortedError(cause?: unknown): LicetError<'aborted'> {
  return new LicetError(
    'aborted',
    'The call was aborted. A decision that is already signed stays in the outbox and is still delivered. To get its result, repeat the call.',
    { cause },
  )
}

/** The error of a call that waits for a decision when `clear()` deletes it. */
export function clearedError(): LicetError<'aborted'> {
  return new LicetError(
    'aborted',
    '`clear()` deleted this decision from the device. If it had reached the service, it is stored there. Ask the person again.',
  )
}

export function closedError(): LicetError<'closed'> {
  return new LicetError(
    'closed',
    'The client is closed. A signed decision stays in the outbox. Create a new client for the same person to deliver it.',
  )
}
