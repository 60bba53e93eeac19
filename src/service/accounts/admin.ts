import { LicetError } from '../../core/errors.ts'
import type { LicenseRevocation } from '../../core/license.ts'
import { MAX_IDENTITY_KEYS } from '../../core/limits.ts'
import { utf8 } from '../../core/signature.ts'
import { toTimestamp } from '../../core/timestamp.ts'
import type { ApiKey, CreatedApiKey, IdentityKey, Provider } from '../../protocol/responses.ts'
import type { RevokeLicense } from '../../protocol/revoke-license.ts'
import type { ApiKeyScope } from '../../protocol/token.ts'
import { fromBase64Url, toBase64Url } from '../crypto/base64.ts'
import { createId, isId } from '../crypto/create-id.ts'
import type { PublicJwk, ServiceCrypto } from '../crypto/service-crypto.ts'
import { toIdentityKey, toIdentityKeyRecord } from '../identity/identity-key.ts'
import { revokeLicense } from '../licenses/revoke-license.ts'
import {
  findUserByEmail,
  insertApiKey,
  insertOrganization,
  insertUser,
  listApiKeys,
  revokeApiKeyById,
} from '../storage/accounts.ts'
import { deleteIdentityKey, insertIdentityKey, listIdentityKeys } from '../storage/identity-keys.ts'
import { findLicense } from '../storage/licenses.ts'
import { findProvider, insertProvider, listProviders, type ProviderSettings, updateProvider } from '../storage/providers.ts'
import type { Storage } from '../storage/storage.ts'
import { createKeyRing } from '../tokens/key-ring.ts'
import { toApiKey, toProvider } from './account-records.ts'

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
   * @throws {LicetError} `invalid_request` when another user has the e-mail address.
   */
  createUser(options: { readonly orgId: string; readonly email: string }): Promise<AdminUser>
  /** Returns the user with this e-mail address, or `undefined`. */
  findUser(email: string): Promise<AdminUser | undefined>
  /**
   * Creates an API key of a user. The key itself is in `key` and cannot be read again. Default `name`: `default`.
   *
   * A key of the scope `trail` reads licenses and changes nothing. Default: `account:admin`.
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

const KEY_PREFIX = 'licet_'
const KEY_BYTES = 32
const SHOWN_CHARS = 8
// SEQUENCE { SEQUENCE { OID ecPublicKey, OID prime256v1 }, BIT STRING { 04, x, y } }
const EC_SPKI_HEAD = [
  0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03,
  0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
]

/** Creates the administrative functions on a storage. They need no running service. */
export function createAdmin(environment: {
  readonly storage: Storage
  readonly crypto: ServiceCrypto
  readonly now: () => number
}): Admin {
  const { storage, crypto, now } = environment
  const newId = (): string => createId(now(), crypto.random)
  return {
    async createOrganization({ name }) {
      const orgId = newId()
      await insertOrganization(storage, { id: orgId, name, now: now() })
      return { orgId, name }
    },

    async createUser({ orgId, email }) {
      const userId = newId()
      if (!(await insertUser(storage, { id: userId, orgId, email, now: now() }))) {
        throw new LicetError(
          'invalid_request',
          'A user with this e-mail address exists already. No user was created. Use another address, or the existing user.',
          { field: 'email' },
        )
      }
      return { userId, orgId, email }
    },

    async findUser(email) {
      const user = await findUserByEmail(storage, email)
      return user === undefined ? undefined : { userId: user.id, orgId: user.orgId, email: user.email }
    },

    async createApiKey({ userId, name = 'default', scope = 'account:admin' }) {
      const id = newId()
      const created = now()
      const key = KEY_PREFIX + toBase64Url(crypto.random(KEY_BYTES))
      const prefix = key.slice(0, KEY_PREFIX.length + SHOWN_CHARS)
      await insertApiKey(storage, { id, userId, name, scope, prefix, hash: crypto.sha256(utf8(key)), now: created })
      return { id, name, scope, prefix, created: toTimestamp(created), key }
    },

    async listApiKeys(userId) {
      return (await listApiKeys(storage, userId)).map(toApiKey)
    },

    async revokeApiKey(id) {
      if (isId(id) && (await revokeApiKeyById(storage, id, now()))) return
      throw new LicetError(
        'invalid_request',
        'No API key has this id, or the key is already revoked. Nothing was changed. Take the id from the list of keys.',
        { field: 'id' },
      )
    },

    async createProvider({ orgId, name, createStatus = null, requireIdentity = false }) {
      const at = now()
      // The private key is dropped, because nothing is signed with it: the public key is the secret of the provider's token
      // request.
      const pubKey = toSpki(await crypto.generateKey())
      const provider = { id: newId(), orgId, name, pubKey, createStatus, requireIdentity, created: at, modified: at }
      await insertProvider(storage, { ...provider, now: at })
      return toProvider(provider)
    },

    async updateProvider(id, settings: ProviderSettings) {
      const provider = isId(id) ? await updateProvider(storage, id, { ...settings, now: now() }) : undefined
      if (provider !== undefined) return toProvider(provider)
      throw unknownProvider()
    },

    async listProviders(orgId) {
      return (await listProviders(storage, orgId)).map(toProvider)
    },

    async revokeLicense(id, request) {
      const find = async () => (isId(id) ? findLicense(storage, id) : undefined)
      const keys = createKeyRing({ ...environment, monotonic: () => performance.now() })
      const { license, error } = await revokeLicense({ ...environment, keys }, find, request)
      if (error !== undefined) throw error
      return license.revocation ?? undefined
    },

    async addIdentityKey(providerId, given) {
      const { kid, jwk } = await toIdentityKey(given)
      const key = { providerId, kid, jwk: JSON.stringify(jwk), now: now(), max: MAX_IDENTITY_KEYS }
      const stored = isId(providerId) ? await insertIdentityKey(storage, key) : undefined
      if (stored !== undefined) return toIdentityKeyRecord(stored)
      const isKnown = isId(providerId) && (await findProvider(storage, providerId)) !== undefined
      throw isKnown ? tooManyIdentityKeys() : unknownProvider()
    },

    async listIdentityKeys(providerId) {
      return isId(providerId) ? (await listIdentityKeys(storage, providerId)).map(toIdentityKeyRecord) : []
    },

    async removeIdentityKey(providerId, kid) {
      if (isId(providerId) && (await deleteIdentityKey(storage, providerId, kid))) return
      throw new LicetError(
        'invalid_request',
        'The provider has no identity key with this kid. Nothing was changed. Take the kid from the list of its keys.',
        { field: 'kid' },
      )
    },
  }
}

function unknownProvider(): LicetError<'invalid_request'> {
  return new LicetError(
    'invalid_request',
    'No provider has this id. Nothing was changed. Take the id from the configuration of the app.',
    { field: 'id' },
  )
}

function tooManyIdentityKeys(): LicetError<'invalid_request'> {
  return new LicetError(
    'invalid_request',
    `The provider has ${MAX_IDENTITY_KEYS} identity keys, and may not have more. Nothing was stored. Remove a key that no backend uses any more.`,
  )
}

function toSpki(key: PublicJwk): Uint8Array {
  return new Uint8Array([...EC_SPKI_HEAD, ...fromBase64Url(key.x), ...fromBase64Url(key.y)])
}
