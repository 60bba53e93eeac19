import { LicetError } from '../../core/errors.ts'
import { MAX_SCOPE_CHARS } from '../../core/limits.ts'
import { type ApiKeyScope, CLIENT_SCOPES, type Scope } from '../../protocol/scopes.ts'
import type { AuthenticatedClient } from '../auth/authenticate-client.ts'

// scope-token *( SP scope-token ), RFC 6749 section 3.3.
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/

/** The scopes that an API key may grant, by its own scope. */
const SCOPES_OF_KEY: Readonly<Record<ApiKeyScope, readonly Scope[]>> = {
  'account:admin': ['account:admin', 'license:end', 'trail'],
  'license:end': ['license:end', 'trail'],
  trail: ['trail'],
}

/**
 * Returns the scopes to grant: all scopes that the client may have, or the requested ones among them. A user gets the scope of the API key
 * by default, because each scope includes the smaller ones.
 *
 * A device gets no scopes, whatever it requests.
 *
 * @throws {LicetError} `invalid_scope` when the text is not a list of scopes, or none of them can be granted.
 */
export function grantScopes(
  { client: { type }, keyScope = 'account:admin' }: Pick<AuthenticatedClient, 'client' | 'keyScope'>,
  requested: string | undefined,
): readonly Scope[] {
  const permitted = type === 'user' ? SCOPES_OF_KEY[keyScope] : CLIENT_SCOPES[type]
  if (requested === undefined && type === 'user') return [keyScope]
  if (requested === undefined || type === 'address') return permitted
  if (requested.length > MAX_SCOPE_CHARS || !SCOPE.test(requested))
    throw invalidScope('is not a list of scopes separated by single spaces')
  const names = new Set(requested.split(' '))
  const granted = permitted.filter((scope) => names.has(scope))
  if (granted.length === 0) throw invalidScope('contains no scope that this client may have')
  return granted
}

function invalidScope(reason: string): LicetError<'invalid_scope'> {
  return new LicetError(
    'invalid_scope',
    `The parameter scope ${reason}. No token was issued. Omit it to get every scope that the client may have.`,
  )
}
