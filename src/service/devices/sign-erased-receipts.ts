import { issueReceipt } from '../licenses/issue-receipt.ts'
import { pause } from '../pause.ts'
import type { ServiceContext } from '../service-context.ts'
import { listReceiptsToSign, storeSignedReceipts } from '../storage/receipts-to-sign.ts'

/** Leaves most of the processor and the database to requests. */
const PAUSE_MS = 50
/** When another process stored the same receipts first, it does the work. */
const OTHER_PROCESS_PAUSE_MS = 10_000

/**
 * Signs the receipts of licenses that a former version erased again, as an erasure signs them now: without the hash of the request,
 * which confirms a guessed `ptr`. The time of the receipt stays that of the erasure.
 *
 * Resolves when none is left, or soon after `signal` is aborted. Works in small steps, which can be interrupted at any time.
 */
export async function signErasedReceipts(context: ServiceContext, signal: AbortSignal): Promise<void> {
  const { storage } = context
  let isPurgeNeeded = false
  for (;;) {
    const licenses = signal.aborted ? [] : await listReceiptsToSign(storage)
    if (licenses.length === 0) break
    // Signed before the statement that stores them: signing can read the keys, which needs another connection.
    const signed = await Promise.all(
      licenses.map(async ({ erased, ...license }) => {
        const erasure = { address: '', requestHash: undefined, status: 'erased', now: erased } as const
        return { id: license.id, receipt: await issueReceipt(context, { ...license, ...erasure }) }
      }),
    )
    const stored = signal.aborted ? 0 : await storeSignedReceipts(storage, signed)
    isPurgeNeeded ||= stored > 0
    await pause(stored === 0 ? OTHER_PROCESS_PAUSE_MS : PAUSE_MS, signal)
  }
  if (isPurgeNeeded && !signal.aborted) await storage.purge?.()
}
