import type { LicenseCount } from '../../../protocol/records/stats.ts'
import type { Overview } from './with-overview.ts'

/** Yields the counts of every page. Several of them can have the same provider, status, text and day. */
export async function* readCounts({ stats }: Overview, providerId: string | undefined): AsyncGenerator<LicenseCount> {
  let cursor: string | undefined
  do {
    const page = await stats({ providerId, cursor })
    yield* page.counts
    cursor = page.next
  } while (cursor !== undefined)
}
