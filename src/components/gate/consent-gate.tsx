'use client'

import { type ComponentType, lazy, type ReactElement, type ReactNode, Suspense, useEffect, useState } from 'react'
import { LicetError } from '../../core/errors.ts'
import type { Usecase } from '../../core/usecases.ts'
import { WILDCARD } from '../../core/words.ts'
import type { ConsentStore } from '../../react/consent-store.ts'
import { useStore } from '../../react/context.ts'
import type { DecisionHandlers } from '../../react/decision-handlers.ts'
import { useLicense } from '../../react/use-license.ts'
import { warnMisuse } from '../../react/warn-misuse.ts'
import type { DialogProps } from '../consent/use-dialog-open.ts'
import type { GateDialogProps } from './gate-dialog.tsx'

/** Props of {@link ConsentGate}. `open`, `defaultOpen` and `onOpenChange` apply to the dialog with the request, while the gate is closed. */
export interface ConsentGateProps extends DialogProps, DecisionHandlers {
  /** The use case that has to be licensed. */
  readonly usecase: Usecase
  /** The recipient that has to be licensed as well, usually a host name. */
  readonly destination?: string | undefined
  /** Shown while the use is not licensed. Default: a sentence and a button that opens the request. */
  readonly fallback?: ReactNode
  /** Shown until the license of the device is known, a few milliseconds after hydration. Default: nothing. */
  readonly loading?: ReactNode
  /** Shown while the use is licensed. */
  readonly children?: ReactNode
}

// A licensed visitor never loads the placeholder. Without a network it renders nothing: a rejected `lazy` would throw into the host app.
const GatePlaceholder = lazy(() => import('./gate-placeholder.tsx').catch(() => ({ default: Nothing })))

/**
 * Shows its children only while a use is licensed on this device: not before the license is known, and no longer after it is withdrawn or
 * has ended.
 *
 * @throws {LicetError} `invalid_configuration` while rendering, when `usecase` is missing.
 * @example
 * <ConsentGate usecase="analytics"><Offers /></ConsentGate>
 */
export function ConsentGate(props: ConsentGateProps): ReactElement {
  const { usecase, destination, fallback, loading = null, children, ...dialog } = props
  const access = useLicense((license) =>
    license.isPending ? 'unknown' : license.permits(usecase, destination) ? 'granted' : 'denied',
  )
  const store = useStore()
  // The dialog stays mounted to show its outcome, while the gate opens behind it. It belongs to one person, so to one store.
  const [request, setRequest] = useState<readonly [ConsentStore, ComponentType<GateDialogProps>, presses: number]>()
  const load = (presses: number) =>
    void import('./gate-dialog.tsx').then(
      (module) => setRequest((last) => [store, module.GateDialog, (last?.[2] ?? 0) + presses]),
      // The next press loads the dialog again.
      () => {},
    )
  if (typeof usecase !== 'string')
    throw new LicetError(
      'invalid_configuration',
      'ConsentGate has no `usecase`. It never opens. Set `usecase` to a purpose of the agreement.',
      { field: 'usecase' },
    )
  const isDenied = access === 'denied'
  // Once loaded, the placeholder stays to announce that the gate opened.
  const [isPlaced, setPlaced] = useState(false)
  if (isDenied && !isPlaced) setPlaced(true)
  useEffect(() => {
    const known = store.client.agreement.purposes.map((purpose) => purpose.usecase)
    if (isDenied && !known.includes(usecase) && !known.includes(WILDCARD)) warnMisuse('usecase', usecase, known)
  }, [store, isDenied, usecase])
  const opensItself = isDenied && (dialog.open ?? dialog.defaultOpen)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is new at each render
  useEffect(() => {
    if (opensItself) load(0)
  }, [store, opensItself])
  const [owner, GateDialog, presses = 0] = request ?? []
  return (
    <>
      {owner === store && GateDialog && <GateDialog {...dialog} presses={presses} />}
      {access === 'unknown' ? loading : access === 'granted' ? children : fallback}
      {isPlaced && access !== 'unknown' && fallback === undefined && (
        <Suspense fallback={isDenied ? loading : null}>
          <GatePlaceholder usecase={usecase} isOpen={!isDenied} onAsk={() => load(1)} />
        </Suspense>
      )}
    </>
  )
}

function Nothing(): ReactElement | null {
  return null
}
