import { LicetError } from '../../core/errors.ts'
import { MAX_SCOPE_CHARS } from '../../core/limits.ts'
import { CLIENT_SCOPES, type ClientType, type Scope } from '../../protocol/token.ts'

// scope-token *( SP scope-token ), RFC 6749 section 3.3.
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/

/**
 * The scopes that a client gets: all that its type may have when it asked for none, else the part of its ask that it may have.
 * An address gets none, whatever it asked (wire decisions, section 5).
 *
 * @throws {LicetError} `invalid_scope` for what is no list of scopes, or when nothing is left of it.
 */
export function grantScopes(type: ClientType, asked: string | undefined): readonly Scope[] {
  const permitted = CLIENT_SCOPES[type]
  if (asked === undefined || type === 'address') return permitted
  if (asked.length > MAX_SCOPE_CHARS || !SCOPE.test(asked))
    throw invalidScope('is not a list of scopes with single blanks between them')
  const words = new Set(asked.split(' '))
  const granted = permitted.filter((scope) => words.has(scope))
  if (granted.length === 0) throw invalidScope('names nothing that this client may have')
  return granted
}

function invalidScope(what: string): LicetError<'invalid_scope'> {
  return new LicetError(
    'invalid_scope',
    `The parameter scope ${what}. No token was issued. Leave it out to get all that the client may have.`,
  )
}
