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
