import { DAY_MS } from '../../core/time-units.ts'
import type { Bytes } from '../../log/bytes.ts'
import type { SignEd25519 } from '../../log/log-crypto.ts'
import { createNoteKey, type NoteKey } from '../../log/note-key.ts'
import { OPERATOR } from '../audit/audit-event.ts'
import { requireSameProtection } from '../crypto/require-same-protection.ts'
import { fromBase64, fromBase64Url, toBase64 } from '../crypto/standard-base64.ts'
import type { ServiceContext } from '../service-context.ts'
import { insertLogKey, listLogKeys, retireLogKey, type StoredLogKey } from '../storage/log-keys.ts'
import { lockLog } from '../storage/log-tree.ts'
import type { Sql } from '../storage/storage.ts'
import { type LogEnvironment, toLogCrypto } from './log-environment.ts'

/** How long a replaced key signs beside the new one: 30 days. */
const OVERLAP_MS = 30 * DAY_MS

/** A key that signs checkpoints now. */
interface LogSigner {
  readonly publicKey: Bytes
  readonly sign: SignEd25519
}

/** Returns the purpose under which a private key of the log is encrypted, so that no other secret can take its place. */
export function purposeOfLogKey(publicKey: string): string {
  return `log key ${publicKey}`
}

/** Returns the keys that sign now, newest last. Creates the first key. Call it while the log is locked. */
export async function openLogSigners(environment: LogEnvironment, sql: Sql): Promise<readonly LogSigner[]> {
  const now = environment.now()
  const stored = await listLogKeys(sql)
  if (stored.length === 0) await addLogKey(environment, sql)
  const keys = stored.length === 0 ? await listLogKeys(sql) : stored
  const active = keys.filter(({ retired }) => retired === null || retired > now)
  return Promise.all(active.flatMap((key) => (key.privateJwk === null ? [] : [importSigner(environment, key, key.privateJwk)])))
}

async function importSigner(
  { crypto, protection }: LogEnvironment,
  { publicKey }: StoredLogKey,
  privateJwk: string,
): Promise<LogSigner> {
  const jwk = JSON.parse(await protection.reveal(privateJwk, purposeOfLogKey(publicKey)))
  return { publicKey: fromBase64(publicKey), sign: await crypto.importEd25519(jwk) }
}

/** Creates a key that signs from now on, and returns it. The previous one signs too for 30 days. Call it while the log is locked. */
async function addLogKey({ crypto, protection, now }: LogEnvironment, sql: Sql): Promise<string> {
  const jwk = await crypto.generateEd25519()
  const publicKey = toBase64(fromBase64Url(jwk.x))
  const at = now()
  const privateJwk = await protection.protect(JSON.stringify(jwk), purposeOfLogKey(publicKey))
  await insertLogKey(sql, { publicKey, privateJwk, created: at }, at + OVERLAP_MS)
  return publicKey
}

/**
 * Replaces the key of the log, and returns the new one as base64. A key that can no longer be decrypted does not sign beside it.
 *
 * @throws {LicetError} `unavailable` when this process has another encryption key than the others.
 */
export async function rotateLogKey(environment: LogEnvironment & Pick<ServiceContext, 'audit'>): Promise<string> {
  await requireSameProtection(environment)
  return environment.audit.record(
    async (sql) => {
      await lockLog(sql)
      await retireLostKeys(environment, sql)
      return addLogKey(environment, sql)
    },
    (publicKey) => ({ action: 'log_key.rotated', actor: OPERATOR, target: publicKey }),
  )
}

async function retireLostKeys(environment: LogEnvironment, sql: Sql): Promise<void> {
  for (const key of await listLogKeys(sql)) {
    if (key.privateJwk === null) continue
    try {
      await importSigner(environment, key, key.privateJwk)
    } catch {
      await retireLogKey(sql, key.publicKey, environment.now())
    }
  }
}

/** Returns every key of the service as the keys of one epoch. */
export async function toNoteKeys(
  environment: Pick<LogEnvironment, 'crypto'>,
  keys: readonly StoredLogKey[],
  origin: string,
): Promise<readonly NoteKey[]> {
  const { sha256 } = toLogCrypto(environment)
  return Promise.all(keys.map(({ publicKey }) => createNoteKey(origin, 'log', fromBase64(publicKey), sha256)))
}
