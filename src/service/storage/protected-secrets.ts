import type { Sql } from './storage.ts'

/** A secret of the database, and where it is. */
export interface StoredSecret {
  readonly place: 'signing_key' | 'webhook_secret' | 'webhook_former_secret'
  /** The `kid` of the signing key, or the id of the endpoint. */
  readonly id: string
  /** As it is stored. */
  readonly secret: string
}

/** Secrets that are encrypted in one round. */
const ENCRYPTED_AT_ONCE = 200

/** Returns secrets that do not begin with a prefix. An empty prefix returns none. */
export async function listSecretsWithout(sql: Sql, prefix: string): Promise<StoredSecret[]> {
  return sql.query<StoredSecret>(
    `SELECT * FROM (
       SELECT 'signing_key' AS place, kid AS id, private_jwk AS secret FROM licet.signing_keys WHERE private_jwk IS NOT NULL
       UNION ALL SELECT 'webhook_secret', id::text, secret FROM licet.webhook_endpoints
       UNION ALL SELECT 'webhook_former_secret', id::text, former_secret FROM licet.webhook_endpoints WHERE former_secret IS NOT NULL
     ) AS s WHERE NOT starts_with(secret, $1) LIMIT ${ENCRYPTED_AT_ONCE}`,
    [prefix],
  )
}

const UPDATES = {
  signing_key: 'UPDATE licet.signing_keys SET private_jwk = $3 WHERE kid = $1 AND private_jwk = $2',
  webhook_secret: 'UPDATE licet.webhook_endpoints SET secret = $3 WHERE id = $1 AND secret = $2',
  webhook_former_secret: 'UPDATE licet.webhook_endpoints SET former_secret = $3 WHERE id = $1 AND former_secret = $2',
} as const

/** Replaces how a secret is stored, unless it was changed meanwhile. */
export async function replaceStoredSecret(sql: Sql, { place, id, secret }: StoredSecret, replacement: string): Promise<void> {
  await sql.query(UPDATES[place], [id, secret, replacement])
}
