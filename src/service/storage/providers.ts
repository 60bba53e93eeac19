import { toTimestamp } from '../../core/timestamp.ts'
import type { CreateStatus } from '../../protocol/records/accounts.ts'
import type { Sql } from './storage.ts'

/** A stored provider. Times are milliseconds since the epoch. */
export interface StoredProvider {
  readonly id: string
  readonly orgId: string
  readonly name: string
  /** SPKI DER */
  readonly pubKey: Uint8Array
  /** `null` for the default, 201. */
  readonly createStatus: CreateStatus | null
  /** Whether every device needs an identity token. */
  readonly requireIdentity: boolean
  readonly created: number
  readonly modified: number
}

const COLUMNS =
  'id, org_id AS "orgId", name, pub_key AS "pubKey", create_status AS "createStatus", require_identity AS "requireIdentity", created, modified'

/** Stores a provider. */
export async function insertProvider(
  sql: Sql,
  provider: {
    readonly id: string
    readonly orgId: string
    readonly name: string
    readonly pubKey: Uint8Array
    readonly createStatus: CreateStatus | null
    readonly requireIdentity: boolean
    readonly now: number
  },
): Promise<void> {
  await sql.query(
    `INSERT INTO licet.providers (id, org_id, name, pub_key, created, modified, create_status, require_identity)
     VALUES ($1, $2, $3, $4, $5, $5, $6, $7)`,
    [
      provider.id,
      provider.orgId,
      provider.name,
      provider.pubKey,
      toTimestamp(provider.now),
      provider.createStatus,
      provider.requireIdentity,
    ],
  )
}

/** Returns a provider that is not deleted. */
export async function findProvider(sql: Sql, id: string): Promise<StoredProvider | undefined> {
  const [provider] = await sql.query<StoredProvider>(
    `SELECT ${COLUMNS}
     FROM licet.providers WHERE id = $1 AND deleted IS NULL`,
    [id],
  )
  return provider
}

/** Settings of a provider to change. `undefined` keeps the stored value. */
export interface ProviderSettings {
  readonly createStatus?: CreateStatus | undefined
  readonly requireIdentity?: boolean | undefined
}

/** Changes the settings of a provider that is not deleted, and returns it. */
export async function updateProvider(
  sql: Sql,
  id: string,
  { createStatus, requireIdentity, now }: ProviderSettings & { readonly now: number },
): Promise<StoredProvider | undefined> {
  const [provider] = await sql.query<StoredProvider>(
    `UPDATE licet.providers
     SET create_status = coalesce($2, create_status), require_identity = coalesce($4, require_identity), modified = $3
     WHERE id = $1 AND deleted IS NULL RETURNING ${COLUMNS}`,
    [id, createStatus ?? null, toTimestamp(now), requireIdentity ?? null],
  )
  return provider
}

/**
 * Locks a provider until the end of the transaction, so that concurrent transactions that add something to it count what the others added.
 */
export async function lockProvider(sql: Sql, id: string): Promise<void> {
  await sql.query('SELECT FROM licet.providers WHERE id = $1 FOR NO KEY UPDATE', [id])
}

/** Returns whether a provider, deleted or not, belongs to an organization. */
export async function ownsProvider(sql: Sql, id: string, orgId: string): Promise<boolean> {
  const rows = await sql.query('SELECT 1 AS one FROM licet.providers WHERE id = $1 AND org_id = $2', [id, orgId])
  return rows.length === 1
}

/** Returns whether a provider, deleted or not, exists. */
export async function isProvider(sql: Sql, id: string): Promise<boolean> {
  const rows = await sql.query('SELECT 1 AS one FROM licet.providers WHERE id = $1', [id])
  return rows.length === 1
}

/** Returns the providers of an organization, or of every organization, that are not deleted, newest first. */
export async function listProviders(sql: Sql, orgId: string | null): Promise<StoredProvider[]> {
  return sql.query<StoredProvider>(
    `SELECT ${COLUMNS}
     FROM licet.providers WHERE ($1::uuid IS NULL OR org_id = $1) AND deleted IS NULL ORDER BY created DESC, id DESC`,
    [orgId],
  )
}

/**
 * Deletes a provider of an organization, which also ends its tokens. Its licenses stay. Returns `false` when it does not exist.
 */
export async function deleteProvider(sql: Sql, id: string, orgId: string, now: number): Promise<boolean> {
  const rows = await sql.query(
    'UPDATE licet.providers SET deleted = $3, modified = $3 WHERE id = $1 AND org_id = $2 AND deleted IS NULL RETURNING id',
    [id, orgId, toTimestamp(now)],
  )
  return rows.length === 1
}
