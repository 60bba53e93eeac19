import { LicetError } from '../core/errors.ts'

/** The text that was shown is not the text that would be signed. */
export function termsChangedError(): LicetError<'terms_changed'> {
  return new LicetError(
    'terms_changed',
    'The text that was shown is not the text of the agreement, so nothing was signed. Show terms() again and ask again.',
    { field: 'terms' },
  )
}

/** The platform cannot sign. */
export function unsupportedError(): LicetError<'unsupported'> {
  return new LicetError(
    'unsupported',
    'This page has no WebCrypto, so nothing can be signed. Serve it over https (or localhost), in a current browser.',
  )
}

/** The part of the package that signs did not load. */
export function engineUnavailableError(cause: unknown): LicetError<'code_unavailable'> {
  return new LicetError(
    'code_unavailable',
    'The part of the client that signs could not be loaded, so nothing was signed. Go online, check that all files of the app are served, then try again.',
    { cause },
  )
}

/** Says in our words why storage does not keep what it is given. */
export function toStorageFailure(cause: unknown): LicetError<'storage_full' | 'storage_unavailable'> {
  const isFull = cause instanceof Error && cause.name === 'QuotaExceededError'
  const [what, mend] = isFull
    ? ['The storage of this browser is full', 'Free some space.']
    : ['This browser keeps nothing for this site', 'Allow site data, or leave the private mode.']
  return new LicetError(
    isFull ? 'storage_full' : 'storage_unavailable',
    `${what}. Decisions are kept in memory, and are lost when the page closes before they are delivered. ${mend}`,
    { cause },
  )
}

/** The error of a call whose `AbortSignal` fired. */
export function abortedError(cause?: unknown): LicetError<'aborted'> {
  return new LicetError('aborted', 'The call was aborted. What was signed stays in the outbox. Call again to hear of it.', {
    cause,
  })
}

/** The error of a call that waited for a decision that `clear()` forgot. */
export function forgottenError(): LicetError<'aborted'> {
  return new LicetError(
    'aborted',
    'The device was told to forget this decision. What had reached the service is stored there. Ask again.',
  )
}

/** The error of a call to a client that is closed, or that closed while the call waited. */
export function closedError(): LicetError<'closed'> {
  return new LicetError('closed', 'The client is closed. What was signed stays in the outbox. Make a new client to go on.')
}
