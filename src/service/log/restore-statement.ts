import { isJsonObject } from '../../core/json.ts'
import { hashText } from '../../log/log-entry.ts'
import { TOKEN_ALGORITHM } from '../../protocol/token.ts'
import type { TrustedKey } from '../backup/seal.ts'
import type { ServiceContext } from '../service-context.ts'
import type { StoredEpoch } from '../storage/log-tree.ts'
import { listSigningKeys } from '../storage/signing-keys.ts'
import type { Sql } from '../storage/storage.ts'
import { readCompact } from '../tokens/compact-jws.ts'
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
  const { header, payload, signedBytes, signature } = readCompact(statement ?? '') ?? {}
  const key = keys.find(({ kid }) => kid === header?.kid)
  if (key === undefined || signedBytes === undefined || signature === undefined || formerCheckpoint === null) return undefined
  if (header?.alg !== TOKEN_ALGORITHM || header.typ !== RESTORE_TYPE || 'crit' in header) return undefined
  const verify = await environment.crypto.importVerifier(key)
  const isAbout = payload?.epoch === epoch && payload.former === (await hashFormer(formerCheckpoint, environment))
  if (!isAbout || !isJsonObject(payload.restored) || !(await verify(signedBytes, signature))) return undefined
  return payload as unknown as RestoreClaims
}

/** Returns the public keys that a database trusts. Anyone who can change the database can add one. */
export async function listTrustedKeys(sql: Sql): Promise<readonly TrustedKey[]> {
  return (await listSigningKeys(sql)).keys.map(({ kid, publicKey }) => ({ ...publicKey, kid }))
}
