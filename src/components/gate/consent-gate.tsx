'use client'

import { type ComponentType, lazy, type ReactElement, type ReactNode, Suspense, useEffect, useState } from 'react'
import { LicetError } from '../../core/errors.ts'
import { type Usecase, WILDCARD } from '../../core/vocabulary.ts'
import { useStore } from '../../react/context.ts'
import { tellMisuse } from '../../react/tell-misuse.ts'
import { useLicense } from '../../react/use-license.ts'
import type { RequestDialogProps } from '../screen/request-dialog.tsx'

/** Props of {@link ConsentGate}. */
export interface ConsentGateProps {
  /** The use case that has to be licensed. */
  readonly usecase: Usecase
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
const Placeholder = lazy(() => import('./gate-placeholder.tsx').catch(() => ({ default: Nothing })))

/**
 * Shows its children only while a use is licensed on this device: not before it is known, and no longer once it is withdrawn or has ended.
 *
 * @example
 * <ConsentGate usecase="analytics"><Offers /></ConsentGate>
 */
export function ConsentGate({ usecase, destination, fallback, loading = null, children }: ConsentGateProps): ReactElement {
  const standing = useLicense((license) =>
    license.isPending ? 'unknown' : license.permits(usecase, destination) ? 'open' : 'locked',
  )
  const store = useStore()
  // Opened for want of a screen on the page, it stays through to the outcome, behind which the gate opens. It asks nobody but who pressed.
  const [asked, setAsked] = useState<readonly [by: typeof store, Request: ComponentType<RequestDialogProps>, isOpen: boolean]>()
  // What did not load is loaded again by the next press.
  const ask = () =>
    void import('../screen/request-dialog.tsx').then(
      ({ default: Request }) => setAsked([store, Request, true]),
      () => {},
    )
  if (typeof usecase !== 'string')
    throw new LicetError(
      'invalid_configuration',
      'ConsentGate has no `usecase`, so nothing says what it waits for. Give one of the agreement’s purposes.',
      { field: 'usecase' },
    )
  useEffect(() => {
    const known = store.client.agreement.purposes.map((purpose) => purpose.usecase)
    if (standing === 'locked' && !known.includes(usecase) && !known.includes(WILDCARD)) tellMisuse('usecase', usecase, known)
  }, [store, standing, usecase])
  const [by, Request, isOpen = false] = asked ?? []
  return (
    <>
      {by === store && Request && <Request open={isOpen} onClose={() => setAsked([store, Request, false])} />}
      {standing === 'unknown' ? (
        loading
      ) : standing === 'open' ? (
        children
      ) : fallback !== undefined ? (
        fallback
      ) : (
        <Suspense fallback={loading}>
          <Placeholder usecase={usecase} onAsk={ask} />
        </Suspense>
      )}
    </>
  )
}

function Nothing(): ReactElement | null {
  return null
}
