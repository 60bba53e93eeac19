import { toTimestamp } from '../../core/timestamp.ts'
import type { ApiKeyScope } from '../../protocol/scopes.ts'
import type { Sql } from './storage.ts'

/** A stored user. Times are milliseconds since the epoch. */
export interface StoredUser {
  readonly id: string
  readonly orgId: string
  readonly email: string
  readonly created: number
  readonly modified: number
}

/** A stored API key, without its hash. */
export interface StoredApiKey {
  readonly id: string
  readonly name: string
  readonly scope: ApiKeyScope
  readonly prefix: string
  readonly created: number
  readonly revoked: number | null
}

/** Stores an organization. */
export async function insertOrganization(
  sql: Sql,
  org: { readonly id: string; readonly name: string; readonly now: number },
): Promise<void> {
  await sql.query('INSERT INTO licet.organizations (id, name, created) VALUES ($1, $2, $3)', [
    org.id,
    org.name,
    toTimestamp(org.now),
  ])
}

/** Stores a user. Returns `false` when another user has the e-mail address. */
export async function insertUser(
  sql: Sql,
  user: { readonly id: string; readonly orgId: string; readonly email: string; readonly now: number },
): Promise<boolean> {
  const rows = await sql.query(
    `INSERT INTO licet.users (id, org_id, email, created, modified) VALUES ($1, $2, $3, $4, $4)
     ON CONFLICT (email) DO NOTHING RETURNING id`,
    [user.id, user.orgId, user.email, toTimestamp(user.now)],
  )
  return rows.length === 1
}

/** Returns the user of an access token, or `undefined` when the API key of the token was revoked. */
export async function findUserByKey(sql: Sql, userId: string, apiKeyId: string): Promise<StoredUser | undefined> {
  const [user] = await sql.query<StoredUser>(
    `SELECT u.id, u.org_id AS "orgId", u.email, u.created, u.modified
     FROM licet.users u JOIN licet.api_keys k ON k.user_id = u.id
     WHERE u.id = $1 AND k.id = $2 AND k.revoked IS NULL`,
    [userId, apiKeyId],
  )
  return user
}

/** Returns the user with an e-mail address. */
export async function findUserByEmail(sql: Sql, email: string): Promise<StoredUser | undefined> {
  const [user] = await sql.query<StoredUser>(
    'SELECT id, org_id AS "orgId", email, created, modified FROM licet.users WHERE email = $1',
    [email],
  )
  return user
}

/** Stores an API key by its hash. */
export async function insertApiKey(
  sql: Sql,
  key: {
    readonly id: string
    readonly userId: string
    readonly name: string
    readonly scope: ApiKeyScope
    readonly prefix: string
    readonly hash: Uint8Array
    readonly now: number
  },
): Promise<void> {
  await sql.query(
    'INSERT INTO licet.api_keys (id, user_id, name, prefix, hash, created, scope) VALUES ($1, $2, $3, $4, $5, $6, $7)',
    [key.id, key.userId, key.name, key.prefix, key.hash, toTimestamp(key.now), key.scope],
  )
}

/** An API key that a client sent. The other members are `null` when it is unknown or revoked. */
export interface FoundApiKey {
  /** Whether the user of the request exists. */
  readonly isUser: boolean
  readonly id: string | null
  readonly userId: string | null
  readonly scope: ApiKeyScope | null
}

/** Returns the API key with a hash, unless it is revoked. Always one row, so that the time does not reveal whether the user exists. */
export async function findApiKey(sql: Sql, hash: Uint8Array, userId: string): Promise<FoundApiKey | undefined> {
  const [key] = await sql.query<FoundApiKey>(
    `SELECT u.id IS NOT NULL AS "isUser", k.id, k.user_id AS "userId", k.scope
     FROM (VALUES (1)) AS one LEFT JOIN licet.users u ON u.id = $2 LEFT JOIN licet.api_keys k ON k.hash = $1 AND k.revoked IS NULL`,
    [hash, userId],
  )
  return key
}

/** Returns the API keys of a user, newest first. */
export async function listApiKeys(sql: Sql, userId: string): Promise<StoredApiKey[]> {
  return sql.query<StoredApiKey>(
    'SELECT id, name, scope, prefix, created, revoked FROM licet.api_keys WHERE user_id = $1 ORDER BY created DESC, id DESC',
    [userId],
  )
}

/** Revokes an API key, if it belongs to a user of the organization. Returns its id. */
export async function revokeApiKey(sql: Sql, hash: Uint8Array, orgId: string, now: number): Promise<string | undefined> {
  const [revoked] = await sql.query<{ id: string }>(
    `UPDATE licet.api_keys SET revoked = $3
     WHERE hash = $1 AND revoked IS NULL AND user_id IN (SELECT id FROM licet.users WHERE org_id = $2) RETURNING id`,
    [hash, orgId, toTimestamp(now)],
  )
  return revoked?.id
}

/** Revokes an API key by its id. Returns `false` when the id is unknown or the key is already revoked. */
export async function revokeApiKeyById(sql: Sql, id: string, now: number): Promise<boolean> {
  const rows = await sql.query('UPDATE licet.api_keys SET revoked = $2 WHERE id = $1 AND revoked IS NULL RETURNING id', [
    id,
    toTimestamp(now),
  ])
  return rows.length === 1
}
