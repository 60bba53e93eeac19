import { isJsonObject } from '../../core/json.ts'
import { hashText } from '../../log/log-entry.ts'
import { findAmong, type TrustedKey } from '../backup/seal.ts'
import type { ServiceContext } from '../service-context.ts'
import type { StoredEpoch } from '../storage/log-tree.ts'
import { listSigningKeys } from '../storage/signing-keys.ts'
import type { Sql } from '../storage/storage.ts'
import { verifyCompact } from '../tokens/compact-jws.ts'
import { toLogCrypto } from './log-environment.ts'

/** The `typ` header of the statement of a restore: the JWS that explains why the public log continues with another epoch. */
export const RESTORE_TYPE = 'licet-restore+jwt'

/** The claims of the statement of a restore. */
export interface RestoreClaims {
  /** When the restore ran, in seconds since the epoch. */
  readonly iat: number
  /** The epoch that begins with it. */
  readonly epoch: number
  /** SHA-256 of the last known checkpoint of the previous epoch, in base64url. */
  readonly former: string
  /** By epoch: how many of its first entries have their licenses in the restored backup. A restore lost the licenses of later entries. */
  readonly restored: Readonly<Record<string, number>>
}

/** Returns the `former` claim of an epoch that follows a checkpoint. */
export function hashFormer(checkpoint: string, environment: Pick<ServiceContext, 'crypto'>): Promise<string> {
  return hashText(checkpoint, toLogCrypto(environment).sha256)
}

/**
 * Returns the claims of the restore that began an epoch. `undefined` when no trusted key signed a statement about this epoch: someone added
 * it to the database, and no restore did.
 */
export async function readRestore(
  { epoch, formerCheckpoint, statement }: StoredEpoch,
  keys: readonly TrustedKey[],
  environment: Pick<ServiceContext, 'crypto'>,
): Promise<RestoreClaims | undefined> {
  const { payload } = (await verifyCompact(statement ?? '', RESTORE_TYPE, findAmong(keys, environment.crypto))) ?? {}
  if (payload?.epoch !== epoch || formerCheckpoint === null || !isJsonObject(payload.restored)) return undefined
  return payload.former === (await hashFormer(formerCheckpoint, environment)) ? (payload as unknown as RestoreClaims) : undefined
}

/** Returns the public keys that a database trusts. Anyone who can change the database can add one. */
export async function listTrustedKeys(sql: Sql): Promise<readonly TrustedKey[]> {
  return (await listSigningKeys(sql)).keys.map(({ kid, publicKey }) => ({ ...publicKey, kid }))
}
