'use client'

import { useQuery } from '@tanstack/react-query'
import { toLicetError } from '../core/errors.ts'
import type { ConsentView } from './consent-view.ts'
import { useProviderSettings, useStore } from './context.ts'
import { queryClientOf } from './query-client.ts'
import type { UseVerifiedLicenseResult } from './types.ts'
import { useSelected } from './use-selected.ts'

/** How long an answer of the service is taken as fresh, in milliseconds. */
const FRESH_MS = 60_000

/**
 * Asks the service whether it holds an active license of this device for a use; `useLicense()` answers from this device, at once and offline.
 *
 * Nothing is asked without a license on this device: before an agreement nothing leaves it (experience 9).
 *
 * @example
 * const { verified } = useVerifiedLicense('analytics', 'data.example')
 */
export function useVerifiedLicense(usecase: string, destination: string): UseVerifiedLicenseResult {
  const store = useStore()
  const { queryClient } = useProviderSettings()
  const held = useSelected(toHeld)
  const { data, error, isFetching, refetch } = useQuery(
    {
      queryKey: ['licet', 'verified', held ?? null, usecase, destination],
      queryFn: ({ signal }) => store.client.verifyLicense({ usecase, destination }, { signal }),
      enabled: held !== undefined,
      staleTime: FRESH_MS,
    },
    queryClientOf(store, queryClient),
  )
  if (held === undefined) return { status: 'none', isPending: false, verified: false, error: undefined, refresh: nothing }
  const rest = { refresh: () => void refetch(), error: error === null ? undefined : toLicetError(error) }
  if (data !== undefined) return { status: 'success', isPending: false, verified: data.verified, ...rest }
  const isPending = error === null || isFetching
  return { status: isPending ? 'pending' : 'error', isPending, verified: false, ...rest }
}

/** The receipt of the license in force: another license is another question. */
function toHeld({ client }: ConsentView): string | undefined {
  return client.licensed ? client.license?.receipt : undefined
}

function nothing(): void {}
