import { LicetError } from '../core/errors.ts'

/** The text that was shown is not the text that would be signed. */
export function termsChangedError(): LicetError<'terms_changed'> {
  return new LicetError(
    'terms_changed',
    'The text that was shown is not the text of the configured agreement. Only what was shown may be signed, so nothing was. Show terms() again and ask again.',
    { field: 'terms' },
  )
}

/** The platform cannot sign. */
export function unsupportedError(): LicetError<'unsupported'> {
  return new LicetError(
    'unsupported',
    'This page has no WebCrypto, so no device key can be made and nothing can be signed. Serve it over https (or localhost), in a current browser.',
  )
}

/** The part of the package that signs did not load. */
export function engineUnavailableError(cause: unknown): LicetError<'code_unavailable'> {
  return new LicetError(
    'code_unavailable',
    'The part of the client that signs and sends could not be loaded. Without it nothing was signed. Go online, check that all files of the app are served, then try again.',
    { cause },
  )
}
