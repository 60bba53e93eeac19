import { toTimestamp } from '../../core/timestamp.ts'
import type { PublicJwk } from '../crypto/service-crypto.ts'
import { CLOCK, readClock } from './clock.ts'
import { refuseUnencrypted } from './protected-secrets.ts'
import type { Sql } from './storage.ts'

/** A stored signing key. Times are milliseconds of the clock of the database, so that every process changes keys at the same time. */
export interface StoredSigningKey {
  readonly kid: string
  readonly publicKey: PublicJwk
  /** As it is stored, which can be encrypted. Absent after the key has ended. */
  readonly privateKey?: string
  /** When the key starts to sign. */
  readonly signsFrom: number
  /** When the key stops to sign, or stopped. `undefined` for the last key. */
  readonly retired?: number
}

/** The signing keys, newest first, and the clock of the database when they were read. */
export interface StoredSigningKeys {
  readonly keys: readonly StoredSigningKey[]
  readonly now: number
}

/** Returns every key that verifies, newest first. */
export async function listSigningKeys(sql: Sql): Promise<StoredSigningKeys> {
  const rows = await sql.query<{
    kid: string
    public_jwk: string
    private_jwk: string | null
    signs_from: number
    retired: number | null
    now: number
  }>(
    `SELECT kid, public_jwk, private_jwk, signs_from, retired, ${CLOCK} AS now
     FROM licet.signing_keys ORDER BY signs_from DESC, created DESC, kid`,
  )
  const keys = rows.map((row) => ({
    kid: row.kid,
    publicKey: JSON.parse(row.public_jwk) as PublicJwk,
    ...(row.private_jwk === null ? {} : { privateKey: row.private_jwk }),
    signsFrom: row.signs_from,
    ...(row.retired === null ? {} : { retired: row.retired }),
  }))
  return { keys, now: Number(rows[0]?.now ?? 0) }
}

/**
 * Returns the key that signs at a time. After the clock of the database went back, it can be one that should not sign yet, because its
 * predecessor has ended.
 */
export function findSigningKey<K extends Pick<StoredSigningKey, 'signsFrom' | 'retired'>>(
  keys: readonly K[],
  at: number,
): K | undefined {
  return (
    keys.find(({ signsFrom, retired }) => signsFrom <= at && (retired === undefined || at < retired)) ??
    keys.find(({ retired }) => retired === undefined)
  )
}

/** A key that is stored. */
export interface NewSigningKey {
  readonly kid: string
  readonly publicKey: PublicJwk
  /** As it is stored. */
  readonly privateKey: string
}

const LOCK_KEYS = 'LOCK TABLE licet.signing_keys IN SHARE ROW EXCLUSIVE MODE'

/** Stores the first key, which signs immediately. Returns `false` when another process has stored one. */
export async function insertFirstSigningKey(sql: Sql, key: NewSigningKey): Promise<boolean> {
  await refuseUnencrypted(sql, key.privateKey)
  return insertSigningKey(sql, key, await readClock(sql), 'ON CONFLICT DO NOTHING')
}

/**
 * Stores a key that starts to sign after `delayMs`. The previous key signs until then; with 0, their private keys are deleted immediately.
 * Call it in a transaction.
 *
 * Returns when it starts to sign: immediately when there is no earlier key.
 */
export async function replaceSigningKey(sql: Sql, key: NewSigningKey, delayMs: number): Promise<number> {
  // Two rotations at the same time would both end the same key.
  await sql.query(LOCK_KEYS)
  // Before the previous keys are deleted, which can be the only encrypted secrets.
  await refuseUnencrypted(sql, key.privateKey)
  const now = await readClock(sql)
  const replaced = await sql.query(
    `UPDATE licet.signing_keys SET retired = $1, private_jwk = CASE WHEN $2 THEN NULL ELSE private_jwk END
     WHERE retired IS NULL OR retired > $1 RETURNING kid`,
    [toTimestamp(now + delayMs), delayMs === 0],
  )
  const signsFrom = replaced.length === 0 ? now : now + delayMs
  await insertSigningKey(sql, key, signsFrom)
  return signsFrom
}

/** Returns whether the newest key was created more than `maxAgeMs` ago. */
export async function isSigningKeyOld(sql: Sql, maxAgeMs: number): Promise<boolean> {
  const [newest] = await sql.query<{ isOld: boolean }>(
    `SELECT max(created) < clock_timestamp() - $1 * interval '1 millisecond' AS "isOld" FROM licet.signing_keys`,
    [maxAgeMs],
  )
  return newest?.isOld === true
}

/** Does the same as {@link replaceSigningKey} when the newest key is old, even after another process has ended its rotation. */
export async function replaceOldSigningKey(
  sql: Sql,
  key: NewSigningKey,
  { delayMs, maxAgeMs }: { readonly delayMs: number; readonly maxAgeMs: number },
): Promise<number | undefined> {
  await sql.query(LOCK_KEYS)
  return (await isSigningKeyOld(sql, maxAgeMs)) ? replaceSigningKey(sql, key, delayMs) : undefined
}

/** Deletes the private keys of keys that have ended. Their public keys still verify. */
export async function deleteRetiredPrivateKeys(sql: Sql): Promise<void> {
  await sql.query('UPDATE licet.signing_keys SET private_jwk = NULL WHERE private_jwk IS NOT NULL AND retired <= clock_timestamp()')
}

/**
 * Deletes a key that has ended. What it signed is no longer valid.
 *
 * Returns `false` when no key has this `kid`, or it still signs or ended less than `marginMs` ago.
 */
export async function deleteSigningKey(sql: Sql, kid: string, marginMs: number): Promise<boolean> {
  const rows = await sql.query(
    "DELETE FROM licet.signing_keys WHERE kid = $1 AND retired < clock_timestamp() - $2 * interval '1 millisecond' RETURNING kid",
    [kid, marginMs],
  )
  return rows.length === 1
}

async function insertSigningKey(sql: Sql, key: NewSigningKey, signsFrom: number, otherwise = ''): Promise<boolean> {
  const rows = await sql.query(
    `INSERT INTO licet.signing_keys (kid, public_jwk, private_jwk, created, signs_from)
     VALUES ($1, $2, $3, clock_timestamp(), $4) ${otherwise} RETURNING kid`,
    [key.kid, JSON.stringify(key.publicKey), key.privateKey, toTimestamp(signsFrom)],
  )
  return rows.length === 1
}
