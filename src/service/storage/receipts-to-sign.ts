import type { Sql } from './storage.ts'

/** An erased license whose receipt a former version signed. `erased` is milliseconds since the epoch. */
export interface FormerReceipt {
  readonly id: string
  readonly providerId: string
  readonly supersedes: string | null
  readonly vouched: boolean
  readonly termsHash: string
  readonly erased: number
}

/** Receipts that are signed together. Few, so that a request never waits long for the database or the processor. */
const SIGNED_AT_ONCE = 20

/** Returns some erased licenses whose receipts must be signed again. Empty when none is left, which costs a read of an empty table. */
export async function listReceiptsToSign(sql: Sql): Promise<FormerReceipt[]> {
  return sql.query<FormerReceipt>(
    `SELECT r.license_id AS id, r.erased, l.provider_id AS "providerId", l.supersedes, l.vouched, coalesce(l.erased_terms_hash, l.terms_hash) AS "termsHash"
     FROM (SELECT license_id, erased FROM licet.receipts_to_sign ORDER BY license_id LIMIT ${SIGNED_AT_ONCE}) r
     JOIN licet.licenses l ON l.id = r.license_id`,
  )
}

/**
 * Stores receipts that were signed again. Returns how many: those that another process stores or has stored are left out, without
 * waiting for it.
 */
export async function storeSignedReceipts(
  sql: Sql,
  receipts: readonly { readonly id: string; readonly receipt: string }[],
): Promise<number> {
  const stored = await sql.query(
    `WITH claimed AS (
       SELECT license_id FROM licet.receipts_to_sign WHERE license_id = ANY ($1::uuid[]) FOR UPDATE SKIP LOCKED
     ), done AS (
       DELETE FROM licet.receipts_to_sign r USING claimed WHERE r.license_id = claimed.license_id RETURNING r.license_id
     )
     UPDATE licet.licenses l SET receipt = s.receipt
     FROM unnest($1::uuid[], $2::text[]) AS s (id, receipt) JOIN done ON done.license_id = s.id
     WHERE l.id = s.id RETURNING l.id`,
    [receipts.map(({ id }) => id), receipts.map(({ receipt }) => receipt)],
  )
  return stored.length
}
