import { LicetError } from '../../core/errors.ts'
import { MAX_IDENTITY_SECONDS } from '../../core/limits.ts'

/** A code of an identity token that is refused. */
type IdentityErrorCode =
  | 'identity_required'
  | 'invalid_identity'
  | 'identity_expired'
  | 'identity_clock_skew'
  | 'identity_wrong_audience'
  | 'identity_replayed'
  | 'identity_key_unknown'

const identityError = <Code extends IdentityErrorCode>(code: Code, what: string): LicetError<Code> =>
  new LicetError(code, what, { field: 'identity' })

/** Creates the error for a registration or an agreement that nobody vouched for, at a provider that requires it. */
export function identityRequired(): LicetError<'identity_required'> {
  return identityError(
    'identity_required',
    'This provider accepts only people that its backend vouches for. Nothing was stored. ' +
      'Register the device with an identity token of the person, and agree as this person.',
  )
}

/** Creates the error for a token that no backend would sign. `what` continues the sentence "The identity token …". */
export function invalidIdentity(what: string): LicetError<'invalid_identity'> {
  return identityError(
    'invalid_identity',
    `The identity token ${what}. Nothing was registered. Create it with \`createIdentityToken()\` of licet/server.`,
  )
}

/** Creates the error for a token that came too late. */
export function identityExpired(): LicetError<'identity_expired'> {
  return identityError(
    'identity_expired',
    'The identity token has expired. Nothing was registered. Create one directly before each registration, and check the clock of the backend.',
  )
}

/** Creates the error for a token from a machine whose clock is ahead. */
export function identityClockSkew(): LicetError<'identity_clock_skew'> {
  return identityError(
    'identity_clock_skew',
    `The identity token begins in the future, or its exp is more than ${MAX_IDENTITY_SECONDS} seconds ahead. Nothing was registered. ` +
      "Set the backend's clock, which is ahead of the service's clock.",
  )
}

/** Creates the error for a token that was made for another service. */
export function identityWrongAudience(): LicetError<'identity_wrong_audience'> {
  return identityError(
    'identity_wrong_audience',
    'The aud of the identity token is not this service. Nothing was registered. Use the authUrl of the service as aud.',
  )
}

/** Creates the error for a token with which another device has registered. */
export function identityReplayed(): LicetError<'identity_replayed'> {
  return identityError(
    'identity_replayed',
    'Another device has registered with this identity token. Nothing was registered. Create a new one for each registration.',
  )
}

/** Creates the error for a token that none of the provider's keys can have signed. */
export function identityKeyUnknown(): LicetError<'identity_key_unknown'> {
  return identityError(
    'identity_key_unknown',
    'The provider has no identity key with the kid of the identity token. Nothing was registered. ' +
      'Create a key with `licet identity-key create`, and use it in the backend.',
  )
}
