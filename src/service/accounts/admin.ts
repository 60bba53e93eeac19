import { fromBase64Url, toBase64Url } from '../../core/base64.ts'
import { LicetError } from '../../core/errors.ts'
import { utf8 } from '../../core/signature.ts'
import { toTimestamp } from '../../core/timestamp.ts'
import type { ApiKey, CreatedApiKey, Provider } from '../../protocol/answers.ts'
import { createId, isId } from '../crypto/create-id.ts'
import type { PublicJwk, ServiceCrypto } from '../crypto/service-crypto.ts'
import {
  findUserByEmail,
  insertApiKey,
  insertOrganization,
  insertUser,
  listApiKeys,
  revokeApiKeyById,
} from '../storage/accounts.ts'
import { insertProvider, listProviders } from '../storage/providers.ts'
import type { Storage } from '../storage/storage.ts'
import { toApiKey, toProvider } from './account-records.ts'

/** A user as the administrative functions give it. */
export interface AdminUser {
  readonly userId: string
  readonly orgId: string
  readonly email: string
}

/** What an operator does beside the wire: on the command line, at the start of the demo, in tests. */
export interface Admin {
  /** Makes an organization: what users and providers belong to. Names need not differ. */
  createOrganization(options: { readonly name: string }): Promise<{ readonly orgId: string; readonly name: string }>
  /**
   * Makes a user of an organization.
   *
   * @throws {LicetError} `invalid_request` when the e-mail address is taken.
   */
  createUser(options: { readonly orgId: string; readonly email: string }): Promise<AdminUser>
  /** The user with this e-mail address, `undefined` when there is none. */
  findUser(email: string): Promise<AdminUser | undefined>
  /** Makes an API key of a user; the key itself is in `key`, here and never again. `name`: default `default`. */
  createApiKey(options: { readonly userId: string; readonly name?: string | undefined }): Promise<CreatedApiKey>
  /** The API keys of a user, the newest first, without the keys themselves. */
  listApiKeys(userId: string): Promise<ApiKey[]>
  /**
   * Revokes an API key by its id, for one that is lost: on the wire it takes the key itself.
   *
   * @throws {LicetError} `invalid_request` for one that there is not, or that is revoked.
   */
  revokeApiKey(id: string): Promise<void>
  /** Makes a provider with a key pair, whose private half is forgotten: `{ id: providerId, publicKey: pubKey }` is a client's `provider`. */
  createProvider(options: { readonly orgId: string; readonly name: string }): Promise<Provider>
  /** The providers of an organization, the newest first. */
  listProviders(orgId: string): Promise<Provider[]>
}

const KEY_PREFIX = 'licet_'
const KEY_BYTES = 32
const SHOWN_LETTERS = 8
// SEQUENCE { SEQUENCE { OID ecPublicKey, OID prime256v1 }, BIT STRING { 04, x, y } }
const EC_SPKI_HEAD = [
  0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03,
  0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
]

/** Makes the administrative functions over a storage; they need no running service. */
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
          'There is a user with that e-mail address. Each has one. Use another, or that user.',
          { field: 'email' },
        )
      }
      return { userId, orgId, email }
    },

    async findUser(email) {
      const user = await findUserByEmail(storage, email)
      return user === undefined ? undefined : { userId: user.id, orgId: user.orgId, email: user.email }
    },

    async createApiKey({ userId, name = 'default' }) {
      const id = newId()
      const created = now()
      const key = KEY_PREFIX + toBase64Url(crypto.random(KEY_BYTES))
      const prefix = key.slice(0, KEY_PREFIX.length + SHOWN_LETTERS)
      await insertApiKey(storage, { id, userId, name, prefix, hash: crypto.sha256(utf8(key)), now: created })
      return { id, name, prefix, created: toTimestamp(created), key }
    },

    async listApiKeys(userId) {
      return (await listApiKeys(storage, userId)).map(toApiKey)
    },

    async revokeApiKey(id) {
      if (isId(id) && (await revokeApiKeyById(storage, id, now()))) return
      throw new LicetError(
        'invalid_request',
        'There is no API key of that id, or it is revoked already. Nothing was done. Take the id from the list of keys.',
        { field: 'id' },
      )
    },

    async createProvider({ orgId, name }) {
      const at = now()
      // The private half is forgotten: nothing is ever signed with it (wire decisions, section 5, "Provider token secret").
      const pubKey = toSpki(await crypto.generateKey())
      const provider = { id: newId(), orgId, name, pubKey, created: at, modified: at }
      await insertProvider(storage, { ...provider, now: at })
      return toProvider(provider)
    },

    async listProviders(orgId) {
      return (await listProviders(storage, orgId)).map(toProvider)
    },
  }
}

function toSpki(key: PublicJwk): Uint8Array {
  return new Uint8Array([...EC_SPKI_HEAD, ...fromBase64Url(key.x), ...fromBase64Url(key.y)])
}
