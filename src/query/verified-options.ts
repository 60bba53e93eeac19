import type { VerifiedLicense } from '../protocol/records/license-operations.ts'

/** How long an answer of the service counts as fresh, in milliseconds. */
const FRESH_MS = 60_000

/** A use of data at a recipient, a host name. */
export interface VerifiedUse {
  readonly usecase: string
  readonly destination: string
}

/** Returns the query that asks the service about a use. The kit and `licet/query` use it. */
export function verifiedOptions(
  key: readonly unknown[],
  { usecase, destination }: VerifiedUse,
  verify: (use: VerifiedUse, options: { readonly signal: AbortSignal }) => Promise<VerifiedLicense>,
) {
  const queryKey: readonly unknown[] = [...key, 'verified', usecase, destination]
  return {
    queryKey,
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => verify({ usecase, destination }, { signal }),
    staleTime: FRESH_MS,
    // Offline, the request fails immediately instead of waiting.
    networkMode: 'always' as const,
  }
}
