import { LicetError } from '../../core/errors.ts'
import { utf8 } from '../../core/signature.ts'
import { proveInclusion } from '../../log/tile-tree.ts'
import { writeTimestampExtra } from '../../log/timestamp/timestamp-extra.ts'
import { writeTlogProof } from '../../log/tlog-proof.ts'
import { findOwnLicense } from '../licenses/get-license.ts'
import type { RouteCall } from '../routing/route.ts'
import type { ServiceContext } from '../service-context.ts'
import { listTimestamps } from '../storage/log-timestamps.ts'
import { findCheckpoint, findEntry, findErasure } from '../storage/log-tree.ts'
import { notInLogYet } from './respond-log.ts'
import { storedTree } from './stored-tree.ts'

/**
 * License Proof: returns the proof that the public log has the newest receipt of a license (C2SP tlog-proof). Of an erased license, which has
 * no such receipt, the error says where the entry of the erasure is.
 */
export async function getLicenseProof(call: RouteCall): Promise<Response> {
  const { license } = await findOwnLicense(call)
  if (license.status === 'erased') throw await erased(call.context, license.id)
  const proof = await readProof(call.context, license.id, license.revocation?.receipt ?? license.receipt)
  if (proof === undefined) throw notInLogYet(call.context.logIntervalSeconds)
  return new Response(proof, { headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' } })
}

async function erased({ storage }: Pick<ServiceContext, 'storage'>, id: string): Promise<LicetError<'erased'>> {
  const entry = await findErasure(storage, id)
  const where =
    entry === undefined
      ? 'The entry of the erasure is not in the public log yet. Ask again in a few seconds.'
      : `The erasure is entry ${entry.index} of the public log ${entry.origin}. Read this entry to prove the erasure, or use a proof from before it.`
  return new LicetError('erased', `The license was erased, and the receipt that is left of it has no proof. ${where}`)
}

/** Returns the proof of a receipt. `undefined` when it is not in the log yet. */
async function readProof(
  { storage, crypto }: Pick<ServiceContext, 'storage' | 'crypto'>,
  licenseId: string,
  receipt: string,
): Promise<string | undefined> {
  const entry = await findEntry(storage, { licenseId, hash: crypto.sha256(utf8(receipt)) })
  if (entry === undefined) return undefined
  // The first time stamp after the entry proves the earliest time. Its checkpoint has the entry too.
  const [stamped] = await listTimestamps(storage, entry.epoch, entry.index + 1, 1)
  const checkpoint = stamped ?? (await findCheckpoint(storage, entry.epoch))
  // Between the two reads, only the checkpoint can grow. It never has fewer entries than the index.
  if (checkpoint === undefined || checkpoint.size <= entry.index) return undefined
  const tree = storedTree({ crypto }, { sql: storage, epoch: entry.epoch, size: checkpoint.size })
  const hashes = await proveInclusion(entry.index, tree)
  const extra = stamped && writeTimestampExtra({ token: new Uint8Array(stamped.token), size: stamped.size, consistency: [] })
  return writeTlogProof({ ...(extra && { extra }), index: entry.index, hashes, checkpoint: checkpoint.note })
}
