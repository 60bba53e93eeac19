'use client'

import { lazy, type ReactElement, type ReactNode, Suspense } from 'react'
import { useLicense } from '../../react/use-license.ts'

/** Props of {@link ConsentGate}. */
export interface ConsentGateProps {
  /** The use case that has to be licensed. */
  readonly usecase: string
  /** The recipient that has to be licensed too, usually a host name. */
  readonly destination?: string | undefined
  /** Shown while the use is not licensed. Default: a sentence and a button that asks. */
  readonly fallback?: ReactNode
  /** Shown until the device's license is known, a few milliseconds after the page is interactive. Default: nothing. */
  readonly loading?: ReactNode
  readonly children?: ReactNode
}

// A visitor who is licensed already never loads the words of the placeholder. Without a network it stays closed and empty: a failed
// `lazy` would throw into the host's page and, where nothing catches it, take all of it away.
const Placeholder = lazy(() => import('./placeholder.tsx').catch(() => ({ default: Nothing })))

/**
 * Shows its children only while a use is licensed on this device: not before it is known, and no longer once it is withdrawn or has ended.
 *
 * @example
 * <ConsentGate usecase="analytics"><Offers /></ConsentGate>
 */
export function ConsentGate({ usecase, destination, fallback, loading = null, children }: ConsentGateProps): ReactElement {
  const standing = useLicense((license) => (!license.known ? 'unknown' : license.permits(usecase, destination) ? 'open' : 'locked'))
  if (standing === 'unknown') return <>{loading}</>
  if (standing === 'open') return <>{children}</>
  if (fallback !== undefined) return <>{fallback}</>
  return (
    <Suspense fallback={loading}>
      <Placeholder usecase={usecase} />
    </Suspense>
  )
}

function Nothing(): ReactElement | null {
  return null
}
