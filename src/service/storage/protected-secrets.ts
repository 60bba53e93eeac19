import { LicetError } from '../../core/errors.ts'
import type { Sql } from './storage.ts'

/** A secret of the database, and where it is. */
export interface StoredSecret {
  readonly place: 'signing_key' | 'log_key' | 'webhook_secret' | 'webhook_former_secret'
  /** The `kid` of the signing key, the public key of the log, or the id of the endpoint. */
  readonly id: string
  /** As it is stored. */
  readonly secret: string
}

/** Secrets that are encrypted in one round. */
const ENCRYPTED_AT_ONCE = 200

const SECRETS = `(
       SELECT 'signing_key' AS place, kid AS id, private_jwk AS secret FROM licet.signing_keys WHERE private_jwk IS NOT NULL
       UNION ALL SELECT 'log_key', public_key, private_jwk FROM licet.log_keys WHERE private_jwk IS NOT NULL
       UNION ALL SELECT 'webhook_secret', id::text, secret FROM licet.webhook_endpoints
       UNION ALL SELECT 'webhook_former_secret', id::text, former_secret FROM licet.webhook_endpoints WHERE former_secret IS NOT NULL
     ) AS s`

/** Returns secrets that do not begin with a prefix. An empty prefix returns none. */
export async function listSecretsWithout(sql: Sql, prefix: string): Promise<StoredSecret[]> {
  return sql.query<StoredSecret>(`SELECT * FROM ${SECRETS} WHERE NOT starts_with(secret, $1) LIMIT ${ENCRYPTED_AT_ONCE}`, [prefix])
}

/** How every encrypted secret begins: a JSON header in base64url. */
export const ENCRYPTED_START = 'eyJ'
/** The name of a key in a key management service, which is no secret. */
const NAME_START = '{"name":'
const RETRY_AFTER_MS = 1000

/**
 * Refuses an unencrypted secret in a database that has encrypted ones. Everything that stores a secret calls it in the same transaction,
 * because only the database shows that a process has lost its encryption key.
 *
 * @throws {LicetError} `unavailable`
 */
export async function refuseUnencrypted(sql: Sql, secret: string): Promise<void> {
  if (isUnencrypted(secret) && (await hasEncryptedSecrets(sql))) throw notEncrypted()
}

/**
 * Refuses unencrypted secrets that have replaced encrypted ones. A restore calls it in its transaction.
 *
 * @throws {LicetError} `unavailable`
 */
export async function refuseAnyUnencrypted(sql: Sql): Promise<void> {
  const secrets = await listSecretsWithout(sql, ENCRYPTED_START)
  if (secrets.some(({ secret }) => isUnencrypted(secret))) throw notEncrypted()
}

/** Returns whether the database has an encrypted secret. */
export async function hasEncryptedSecrets(sql: Sql): Promise<boolean> {
  const encrypted = await sql.query(`SELECT 1 FROM ${SECRETS} WHERE starts_with(secret, '${ENCRYPTED_START}') LIMIT 1`)
  return encrypted.length > 0
}

function isUnencrypted(secret: string): boolean {
  return !secret.startsWith(ENCRYPTED_START) && !secret.startsWith(NAME_START)
}

function notEncrypted(): LicetError<'unavailable'> {
  return new LicetError(
    'unavailable',
    'The database has encrypted secrets, and this process has no encryption key: a new secret would be unencrypted, in each backup as well. ' +
      'Nothing was stored. Set LICET_KEY_ENCRYPTION_KEY_FILE.',
    { retryAfterMs: RETRY_AFTER_MS },
  )
}

const UPDATES = {
  signing_key: 'UPDATE licet.signing_keys SET private_jwk = $3 WHERE kid = $1 AND private_jwk = $2',
  log_key: 'UPDATE licet.log_keys SET private_jwk = $3 WHERE public_key = $1 AND private_jwk = $2',
  webhook_secret: 'UPDATE licet.webhook_endpoints SET secret = $3 WHERE id = $1 AND secret = $2',
  webhook_former_secret: 'UPDATE licet.webhook_endpoints SET former_secret = $3 WHERE id = $1 AND former_secret = $2',
} as const

/** Replaces how a secret is stored, unless it was changed meanwhile. */
export async function replaceStoredSecret(sql: Sql, { place, id, secret }: StoredSecret, replacement: string): Promise<void> {
  await sql.query(UPDATES[place], [id, secret, replacement])
}
