import { utf8 } from '../../core/signature.ts'
import { MINUTE_MS } from '../../core/time-units.ts'
import { toTimestamp } from '../../core/timestamp.ts'
import { toBase64Url } from '../crypto/standard-base64.ts'
import type { ServiceContext } from '../service-context.ts'
import { closeAuditChain, findLastAuditHead, listChainsToClose, type OpenAuditChain } from '../storage/audit-chains.ts'
import { StorageError } from '../storage/storage.ts'
import { AUDIT_HEAD_TYPE, type AuditHead } from './audit-head.ts'

/** How long a chain stays open after its process was last seen. Longer than a few rounds of the background job. */
export const ABANDONED_AFTER_MS = 5 * MINUTE_MS
/** After these, a chain stays open until the next call. */
const MAX_ROUNDS = 5
const UNIQUE_VIOLATION = '23505'

/**
 * Closes the finished chains of this process, and chains whose process is gone, each with a signed head.
 *
 * With `isLast`, closes only the chains of this process, including the current one: for the end of the process.
 */
export async function closeAuditChains(
  context: Pick<ServiceContext, 'storage' | 'keys' | 'crypto' | 'now' | 'audit'>,
  { isLast = false } = {},
): Promise<void> {
  const { storage, audit, now } = context
  const own = audit.finishedChains(isLast)
  if (isLast && own.length === 0) return
  for (let rounds = 0; rounds < MAX_ROUNDS; rounds++) {
    const chains = await listChainsToClose(storage, own, isLast ? 0 : now() - ABANDONED_AFTER_MS)
    // A chain that is not listed is closed, or has no event because its transaction was rolled back.
    for (const id of own) if (!chains.some((chain) => chain.id === id)) audit.forget(id)
    if (chains.length === 0) return
    for (const chain of chains) await close(context, chain, own.includes(chain.id))
  }
}

/**
 * Closes a chain, unless an event is appended meanwhile (such as the first key of the service, which signs the head), or another process
 * takes the number of the head. Then the next round tries again.
 */
async function close(
  { storage, keys, crypto, now }: Pick<ServiceContext, 'storage' | 'keys' | 'crypto' | 'now'>,
  chain: OpenAuditChain,
  isOwn: boolean,
): Promise<void> {
  const last = await findLastAuditHead(storage)
  const claims: AuditHead = {
    iat: Math.floor(now() / 1000),
    chain: chain.id,
    day: chain.day,
    opened: toTimestamp(chain.opened),
    length: chain.length,
    hash: chain.hash,
    number: (last?.number ?? 0) + 1,
    ...(last !== undefined && { previous: toBase64Url(crypto.sha256(utf8(last.head))) }),
    closedBy: isOwn ? 'its process' : 'another process',
  }
  // Signed before the statement that stores it: signing can read the keys, which needs another connection.
  const head = await keys.sign(AUDIT_HEAD_TYPE, claims)
  try {
    await closeAuditChain(storage, chain, { number: claims.number, head })
  } catch (error) {
    if (!(error instanceof StorageError) || error.state !== UNIQUE_VIOLATION) throw error
  }
}
