import type { LicenseRevocation } from '../../core/license.ts'
import type { ApiKey, CreatedApiKey, IdentityKey, Provider } from '../../protocol/records/accounts.ts'
import type { RevokeLicense } from '../../protocol/records/license-operations.ts'
import type { ApiKeyScope } from '../../protocol/scopes.ts'

/** A user, as the administrative functions return it. */
export interface AdminUser {
  readonly userId: string
  readonly orgId: string
  readonly email: string
}

/** Functions for the operator, without HTTP: for the command line, demos and tests. */
export interface Admin {
  /** Creates an organization, to which users and providers belong. Names need not be unique. */
  createOrganization(options: { readonly name: string }): Promise<{ readonly orgId: string; readonly name: string }>
  /**
   * Creates a user of an organization.
   *
   * @throws {LicetError} `invalid_request` when another user has the e-mail address, or no organization has the id.
   */
  createUser(options: { readonly orgId: string; readonly email: string }): Promise<AdminUser>
  /** Returns the user with this e-mail address, or `undefined`. */
  findUser(email: string): Promise<AdminUser | undefined>
  /**
   * Creates an API key of a user. The key itself is in `key` and cannot be read again. Default `name`: `default`.
   *
   * A key of the scope `trail` reads licenses and changes nothing, and one of `license:end` reads and ends them. Default: `account:admin`.
   *
   * @throws {LicetError} `invalid_request` when no user has the id.
   */
  createApiKey(options: {
    readonly userId: string
    readonly name?: string | undefined
    readonly scope?: ApiKeyScope | undefined
  }): Promise<CreatedApiKey>
  /** Returns the API keys of a user, newest first, without the keys themselves. */
  listApiKeys(userId: string): Promise<ApiKey[]>
  /**
   * Revokes an API key by its id, for a key that is lost. Revocation over HTTP requires the key itself.
   *
   * @throws {LicetError} `invalid_request` when the id is unknown or the key is already revoked.
   */
  revokeApiKey(id: string): Promise<void>
  /**
   * Creates a provider and its key pair. `{ id: providerId, publicKey: pubKey }` is the `provider` of a client's configuration.
   *
   * `createStatus` is the HTTP status with which License Create answers a new license. Default: 201. With `requireIdentity`, only people
   * can agree that a backend vouches for with an identity token. Default: `false`.
   *
   * @throws {LicetError} `invalid_request` when no organization has the id.
   */
  createProvider(options: {
    readonly orgId: string
    readonly name: string
    readonly createStatus?: 200 | 201 | undefined
    readonly requireIdentity?: boolean | undefined
  }): Promise<Provider>
  /**
   * Changes the settings of a provider, and returns it.
   *
   * @throws {LicetError} `invalid_request` when the id is unknown.
   */
  updateProvider(
    id: string,
    settings: { readonly createStatus?: 200 | 201 | undefined; readonly requireIdentity?: boolean | undefined },
  ): Promise<Provider>
  /** Returns the providers of an organization, newest first. */
  listProviders(orgId: string): Promise<Provider[]>
  /**
   * Revokes a license without its device, for example after a letter, and returns when and how it ended. A license that is revoked already
   * stays as it is.
   *
   * @returns `undefined` when the device itself revoked the license before.
   * @throws {LicetError} `not_found`; `license_ended` when the license ended in another way.
   */
  revokeLicense(id: string, request: RevokeLicense): Promise<LicenseRevocation | undefined>
  /**
   * Adds a public key with which the backend of a provider signs identity tokens: a JWK of the curve P-256 or Ed25519.
   *
   * @throws {LicetError} `invalid_key` for another key; `invalid_request` when the provider is unknown or has ten keys.
   */
  addIdentityKey(providerId: string, jwk: IdentityKey['jwk']): Promise<IdentityKey>
  /** Returns the identity keys of a provider, newest first. */
  listIdentityKeys(providerId: string): Promise<IdentityKey[]>
  /**
   * Deletes an identity key. Its tokens are refused from now on. Devices that registered with them stay vouched for.
   *
   * @throws {LicetError} `invalid_request` when the provider has no such key.
   */
  removeIdentityKey(providerId: string, kid: string): Promise<void>
}
