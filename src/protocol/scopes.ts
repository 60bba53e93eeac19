import type { ClientType } from './token.ts'

/** The scopes of the interface, section 5.2. */
export const SCOPES = ['account:admin', 'account:provider', 'trail', 'publish', 'license:end'] as const

/** A scope of a token (interface, section 5.2). */
export type Scope = (typeof SCOPES)[number]

/**
 * The scopes of an API key. With `trail`, a server reads licenses and changes nothing. With `license:end`, a data-protection officer reads
 * licenses and ends them. `account:admin` includes both.
 */
export const API_KEY_SCOPES = ['account:admin', 'license:end', 'trail'] as const

/** One of {@link API_KEY_SCOPES}. */
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number]

/** The scopes that each client type may have. Address tokens have none, and their `scope` parameter is ignored. */
export const CLIENT_SCOPES: Readonly<Record<ClientType, readonly Scope[]>> = {
  user: API_KEY_SCOPES,
  provider: ['account:provider', 'trail', 'publish'],
  address: [],
}

/** What each scope permits. */
export const SCOPE_MEANINGS: Readonly<Record<Scope, string>> = {
  'account:admin': 'Manage profile and organization, generate new keys, revoke tokens',
  'account:provider': 'Register and list device addresses',
  trail: 'Read licenses, with an API key. The token of a provider has this scope too, and it opens no operation for it',
  publish: 'Submit new data events',
  'license:end': 'Read licenses, and end them without their device, with an API key',
}
