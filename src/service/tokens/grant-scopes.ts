import { LicetError } from '../../core/errors.ts'
import { MAX_SCOPE_CHARS } from '../../core/limits.ts'
import { CLIENT_SCOPES, type ClientType, type Scope } from '../../protocol/token.ts'

// scope-token *( SP scope-token ), RFC 6749 section 3.3.
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/

/**
 * Returns the scopes to grant: all scopes that the client type may have, or the requested ones among them.
 *
 * A device gets no scopes, whatever it requests.
 *
 * @throws {LicetError} `invalid_scope` when the text is not a list of scopes, or none of them can be granted.
 */
export function grantScopes(type: ClientType, requested: string | undefined): readonly Scope[] {
  const permitted = CLIENT_SCOPES[type]
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
