'use client'

import { useQuery } from '@tanstack/react-query'
import { toLicetError } from '../../core/errors.ts'
import { verifiedOptions } from '../../query/verified-options.ts'
import { useProviderSettings } from '../provider/context.ts'
import { queryClientOf } from '../provider/query-client.ts'
import type { ConsentView } from '../store/consent-view.ts'
import { useSelected } from '../store/use-selected.ts'
import { useStore } from '../store/use-store.ts'
import type { UseVerifiedLicenseResult } from '../types.ts'

/**
 * Asks the service whether this device has an active license for a use. `useLicense()` reads the same from storage, offline too.
 *
 * Without a license on this device there is no request: before an agreement nothing leaves the device.
 *
 * @param destination The recipient of the data, a host name.
 *
 * @example
 * const { verified } = useVerifiedLicense('analytics', 'data.example')
 */
export function useVerifiedLicense(usecase: string, destination: string): UseVerifiedLicenseResult {
  const store = useStore()
  const { queryClient } = useProviderSettings()
  const receipt = useSelected(toReceipt)
  const { data, error, failureReason, isFetching, refetch } = useQuery(
    {
      ...verifiedOptions(['licet', receipt ?? null], { usecase, destination }, (use, options) =>
        store.question.decisions.client.later.run((client) => client.verifyLicense(use, options)),
      ),
      enabled: receipt !== undefined,
    },
    queryClientOf(store, queryClient),
  )
  if (receipt === undefined) return { status: 'none', isPending: false, verified: false, error: undefined, refresh: nothing }
  const rest = { refresh: () => void refetch(), error: error === null ? undefined : toLicetError(error) }
  // An earlier response no longer counts once the service could not be asked again.
  const hasFailed = (error ?? failureReason) !== null
  if (data !== undefined && !hasFailed) return { status: 'success', isPending: false, verified: data.verified, ...rest }
  const isPending = error === null || isFetching
  return { status: isPending ? 'pending' : 'error', isPending, verified: false, ...rest }
}

/** Returns the receipt of the license in force. Another license needs another request. */
function toReceipt({ client }: ConsentView): string | undefined {
  return client.licensed ? client.license?.receipt : undefined
}

function nothing(): void {}
