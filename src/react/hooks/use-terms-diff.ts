'use client'

import { useEffect, useMemo, useState } from 'react'
import type { AgreementChange } from '../../client/types.ts'
import { isLicetError, type LicetError, toLicetError } from '../../core/errors.ts'
import type { Comparison } from '../store/compare.ts'
import type { ConsentView } from '../store/consent-view.ts'
import { useSelected } from '../store/use-selected.ts'
import { useStore } from '../store/use-store.ts'
import type { UseTermsDiffResult } from '../types.ts'

/**
 * Returns what changed since the person agreed: the redline of the text, the changes of the license, and the weight of the change.
 *
 * The comparison loads only when there is a change, and runs in slices, so that the page stays responsive.
 *
 * @example
 * const { status, terms } = useTermsDiff()
 */
export function useTermsDiff(): UseTermsDiffResult {
  const store = useStore()
  const change = useSelected(toChange)
  const reason = useSelected(toReason)
  const [compared, setCompared] = useState<Compared>()
  useEffect(() => {
    if (change === undefined) return
    const signal = { aborted: false }
    const finish = (found: Comparison | LicetError) => {
      if (!signal.aborted) setCompared({ change, found })
    }
    const { agreement, terms } = store.question.checked
    import('../store/compare.ts')
      .then((module) => module.compare(change, agreement, terms, signal))
      .then(finish, (cause: unknown) => finish(toLicetError(cause)))
    return () => {
      signal.aborted = true
    }
  }, [store, change])
  const found = compared?.change === change ? compared?.found : undefined
  return useMemo(() => {
    const error = isLicetError(found) ? found : undefined
    const comparison = isLicetError(found) ? undefined : found
    const isPending = change !== undefined && found === undefined
    return {
      status: change === undefined ? 'none' : isPending ? 'pending' : error === undefined ? 'ready' : 'error',
      isPending,
      error,
      change,
      terms: comparison?.terms,
      license: comparison?.license,
      weight: reason === 'update-minor' ? 'minor' : reason === 'update-material' ? 'material' : undefined,
    }
  }, [change, found, reason])
}

interface Compared {
  readonly change: AgreementChange
  readonly found: Comparison | LicetError
}

function toChange({ client }: ConsentView): AgreementChange | undefined {
  return client.change
}

function toReason({ flow }: ConsentView): string {
  return flow.reason
}
