import { LicetError } from '../../core/errors.ts'
import { MAX_IDENTITY_KEYS } from '../../core/limits.ts'
import { utf8 } from '../../core/signature.ts'
import { toTimestamp } from '../../core/timestamp.ts'
import { type AuditActor, OPERATOR } from '../audit/audit-event.ts'
import { createAuditLog } from '../audit/audit-log.ts'
import { createClockWatch } from '../clock-watch.ts'
import { createId, isId } from '../crypto/create-id.ts'
import type { KeyManagement } from '../crypto/key-management.ts'
import { createKeyProtection, type KeyEncryption } from '../crypto/key-protection.ts'
import type { PublicJwk, ServiceCrypto } from '../crypto/service-crypto.ts'
import { fromBase64Url, toBase64Url } from '../crypto/standard-base64.ts'
import { DEFAULT_CREATE_STATUS } from '../defaults.ts'
import { toIdentityKey, toIdentityKeyRecord } from '../identity/identity-key.ts'
import { revokeLicense } from '../licenses/revoke-without-device.ts'
import type { ServiceContext } from '../service-context.ts'
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
import { type Storage, StorageError } from '../storage/storage.ts'
import { createKeyRing } from '../tokens/key-ring.ts'
import { toApiKey, toProvider } from './account-records.ts'
import type { Admin } from './admin.ts'

const KEY_PREFIX = 'licet_'
const KEY_BYTES = 32
const SHOWN_CHARS = 8
// SEQUENCE { SEQUENCE { OID ecPublicKey, OID prime256v1 }, BIT STRING { 04, x, y } }
const EC_SPKI_HEAD = [
  0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03,
  0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
]

const OWNERS = { orgId: 'organization', userId: 'user' } as const
/** SQLSTATE of a foreign key without a matching row. */
const FOREIGN_KEY_VIOLATION = '23503'

/** Creates the administrative functions on a storage. They need no running service. */
export function createAdmin(environment: {
  readonly storage: Storage
  readonly crypto: ServiceCrypto
  readonly now: () => number
  /** As the options of `createService`, for `revokeLicense`, which signs. */
  readonly keyEncryption?: KeyEncryption | undefined
  readonly keyManagement?: KeyManagement | undefined
}): Admin {
  const protection = createKeyProtection(environment)
  return createAdminOf({ ...environment, protection, audit: createAuditLog(environment) }, OPERATOR)
}

/** Creates the administrative functions for someone, whom the audit log names. */
export function createAdminOf(
  environment: Pick<ServiceContext, 'storage' | 'crypto' | 'protection' | 'now' | 'audit'>,
  actor: AuditActor,
): Admin {
  const { storage, crypto, now, audit } = environment
  const newId = (): string => createId(now(), crypto.random)
  return {
    async createOrganization({ name }) {
      const orgId = newId()
      const event = { action: 'organization.created', actor, target: orgId, orgId } as const
      await audit.record(
        (sql) => insertOrganization(sql, { id: orgId, name, now: now() }),
        () => event,
      )
      return { orgId, name }
    },

    async createUser({ orgId, email }) {
      const userId = newId()
      const event = { action: 'user.created', actor, target: userId, orgId } as const
      const isNew = await insertFor('orgId', orgId, () =>
        audit.record(
          (sql) => insertUser(sql, { id: userId, orgId, email, now: now() }),
          (inserted) => (inserted ? event : undefined),
        ),
      )
      if (!isNew) {
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
      const stored = { id, userId, name, scope, prefix, hash: crypto.sha256(utf8(key)), now: created }
      const event = { action: 'api_key.created', actor, target: id, details: { userId, scope } } as const
      await insertFor('userId', userId, () =>
        audit.record(
          (sql) => insertApiKey(sql, stored),
          () => event,
        ),
      )
      return { id, name, scope, prefix, created: toTimestamp(created), key }
    },

    async listApiKeys(userId) {
      return isId(userId) ? (await listApiKeys(storage, userId)).map(toApiKey) : []
    },

    async revokeApiKey(id) {
      const revoke = () =>
        audit.record(
          (sql) => revokeApiKeyById(sql, id, now()),
          (isRevoked) => (isRevoked ? { action: 'api_key.revoked', actor, target: id } : undefined),
        )
      if (isId(id) && (await revoke())) return
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
      const details = { createStatus: createStatus ?? DEFAULT_CREATE_STATUS, requireIdentity }
      const event = { action: 'provider.created', actor, target: provider.id, providerId: provider.id, orgId, details } as const
      await insertFor('orgId', orgId, () =>
        audit.record(
          (sql) => insertProvider(sql, { ...provider, now: at }),
          () => event,
        ),
      )
      return toProvider(provider)
    },

    async updateProvider(id, settings: ProviderSettings) {
      const update = () =>
        audit.record(
          (sql) => updateProvider(sql, id, { ...settings, now: now() }),
          (updated) =>
            updated && {
              action: 'provider.updated',
              actor,
              target: id,
              providerId: id,
              orgId: updated.orgId,
              details: { createStatus: updated.createStatus ?? DEFAULT_CREATE_STATUS, requireIdentity: updated.requireIdentity },
            },
        )
      const provider = isId(id) ? await update() : undefined
      if (provider !== undefined) return toProvider(provider)
      throw unknownProvider()
    },

    async listProviders(orgId) {
      return (await listProviders(storage, orgId)).map(toProvider)
    },

    async revokeLicense(id, request) {
      const find = async () => (isId(id) ? findLicense(storage, id) : undefined)
      const platform = { ...environment, monotonic: () => performance.now() }
      const keys = createKeyRing({ ...platform, clock: createClockWatch(platform) })
      const { license, error } = await revokeLicense({ ...environment, keys }, actor, find, request)
      if (error !== undefined) throw error
      return license.revocation ?? undefined
    },

    async addIdentityKey(providerId, given) {
      const { kid, jwk } = await toIdentityKey(given)
      const key = { providerId, kid, jwk: JSON.stringify(jwk), now: now(), max: MAX_IDENTITY_KEYS }
      const insert = () =>
        audit.record(
          (sql) => insertIdentityKey(sql, key),
          (inserted) => inserted && { action: 'identity_key.added', actor, target: kid, providerId },
        )
      const stored = isId(providerId) ? await insert() : undefined
      if (stored !== undefined) return toIdentityKeyRecord(stored)
      const isKnown = isId(providerId) && (await findProvider(storage, providerId)) !== undefined
      throw isKnown ? tooManyIdentityKeys() : unknownProvider()
    },

    async listIdentityKeys(providerId) {
      return isId(providerId) ? (await listIdentityKeys(storage, providerId)).map(toIdentityKeyRecord) : []
    },

    async removeIdentityKey(providerId, kid) {
      const remove = () =>
        audit.record(
          (sql) => deleteIdentityKey(sql, providerId, kid),
          (isDeleted) => (isDeleted ? { action: 'identity_key.removed', actor, target: kid, providerId } : undefined),
        )
      if (isId(providerId) && (await remove())) return
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
    `The provider has ${MAX_IDENTITY_KEYS} identity keys, which is the limit. Nothing was stored. Remove a key that no backend uses any longer.`,
  )
}

function toSpki(key: PublicJwk): Uint8Array {
  return new Uint8Array([...EC_SPKI_HEAD, ...fromBase64Url(key.x), ...fromBase64Url(key.y)])
}

/** Inserts what belongs to an organization or a user. The foreign key refuses an owner that does not exist. */
async function insertFor<T>(field: keyof typeof OWNERS, id: string, insert: () => Promise<T>): Promise<T> {
  try {
    if (isId(id)) return await insert()
  } catch (error) {
    if (!(error instanceof StorageError && error.state === FOREIGN_KEY_VIOLATION)) throw error
  }
  throw new LicetError('invalid_request', `No ${OWNERS[field]} has this id. Nothing was created. Correct \`${field}\`.`, { field })
}
