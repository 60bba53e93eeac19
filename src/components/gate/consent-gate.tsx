'use client'

import { type ComponentType, type ReactElement, type ReactNode, useEffect, useState } from 'react'
import type { Usecase } from '../../core/usecases.ts'
import { checkUsecase, warnOfClosedGate } from '../../react/developer/warn-misuse.ts'
import { useLicense } from '../../react/hooks/use-license.ts'
import { useConsentStore, useInternalSettings } from '../../react/provider/context.ts'
import type { ConsentStore } from '../../react/store/consent-store.ts'
import type { ConsentView } from '../../react/store/consent-view.ts'
import type { DecisionHandlers } from '../../react/store/decision-handlers.ts'
import { useSelected } from '../../react/store/use-selected.ts'
import { Unloaded } from '../kit/unloaded.tsx'
import type { DialogProps } from '../surface/use-dialog-open.ts'
import type { GateDialogProps } from './gate-dialog.tsx'
import type { GatePlaceholderProps } from './gate-placeholder.tsx'

/** Props of {@link ConsentGate}. `open`, `defaultOpen` and `onOpenChange` apply to the dialog with the request, while the gate is closed. */
export interface ConsentGateProps extends DialogProps, DecisionHandlers {
  /** The use case that has to be licensed. */
  readonly usecase: Usecase
  /** The recipient that has to be licensed as well, usually a host name. */
  readonly destination?: string | undefined
  /** Shown while the use is not licensed. Default: a sentence and a button that opens the request. */
  readonly fallback?: ReactNode
  /**
   * Shown until the license of the device is known, a few milliseconds after hydration. Default: nothing. If the `hint` of the provider says
   * that the person has no license, the space of the sentence in `fallback` is reserved.
   */
  readonly loading?: ReactNode
  /** Shown while the use is licensed. */
  readonly children?: ReactNode
}

/**
 * Shows its children only while a use is licensed on this device: not before the license is known, and no longer after it is withdrawn or
 * has ended.
 *
 * @throws {LicetError} `invalid_configuration` while rendering in a development build, when `usecase` is missing.
 * @example
 * <ConsentGate usecase="analytics"><Offers /></ConsentGate>
 */
export function ConsentGate(props: ConsentGateProps): ReactElement {
  const { usecase, destination, fallback, loading, children, ...dialog } = props
  const access = useLicense((license) =>
    license.isPending ? 'unknown' : license.permits(usecase, destination) ? 'granted' : 'denied',
  )
  const isSlow = useSelected(toSlow)
  const store = useConsentStore()
  // The dialog stays mounted to show its outcome, while the gate opens behind it. It belongs to one person, so to one store.
  const [request, setRequest] = useState<readonly [ConsentStore, ComponentType<GateDialogProps>, presses: number]>()
  // Loads the code again that did not load. Not `lazy()`: a failed load would throw into the host app, and would never be tried again.
  const [retry, setRetry] = useState<() => void>()
  const load = (presses: number) =>
    void import('./gate-dialog.tsx').then(
      (module) => {
        setRetry(undefined)
        setRequest((last) => [store, module.GateDialog, (last?.[2] ?? 0) + presses])
      },
      () => setRetry(() => () => load(1)),
    )
  // A licensed visitor never loads the placeholder.
  const [GatePlaceholder, setPlaceholder] = useState<ComponentType<GatePlaceholderProps>>()
  const loadPlaceholder = () =>
    void import('./gate-placeholder.tsx').then(
      (module) => {
        setRetry(undefined)
        setPlaceholder(() => module.GatePlaceholder)
      },
      () => setRetry(() => loadPlaceholder),
    )
  checkUsecase(usecase)
  // A slow device may have a license. Until that is known, the gate is closed.
  const isDenied = access === 'denied' || isSlow
  // Once loaded, the placeholder stays to announce that the gate opened.
  const isPlaced = GatePlaceholder !== undefined
  const isMissing = isDenied && !isPlaced && fallback === undefined
  const { hint } = useInternalSettings()
  // By the hint of the provider: the visitor declined or withdrew, or has no cookie (`null`). If that is wrong, the content follows.
  const isExpected = access === 'unknown' && !isSlow && /^[dnw]/.test(`${hint?.cookie}`)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `loadPlaceholder` is new at each render
  useEffect(() => {
    if (isMissing) loadPlaceholder()
  }, [isMissing])
  useEffect(() => {
    if (access === 'denied') warnOfClosedGate(store.agreement, usecase, destination)
  }, [store, access, usecase, destination])
  const opensItself = access === 'denied' && (dialog.open ?? dialog.defaultOpen)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is new at each render
  useEffect(() => {
    if (opensItself) load(0)
  }, [store, opensItself])
  const [owner, GateDialog, presses = 0] = request ?? []
  return (
    <>
      {owner === store && GateDialog && <GateDialog {...dialog} presses={presses} />}
      {access === 'granted'
        ? children
        : !isDenied && !isExpected
          ? loading
          : fallback !== undefined || isPlaced || retry
            ? fallback
            : (loading ?? <div data-licet="" data-part="gate" />)}
      {GatePlaceholder && (access !== 'unknown' || isSlow) && fallback === undefined && (
        <GatePlaceholder usecase={usecase} destination={destination} isOpen={!isDenied} onAsk={() => load(1)} />
      )}
      {isDenied && retry && <Unloaded onRetry={retry} />}
    </>
  )
}

function toSlow({ client }: ConsentView): boolean {
  return client.phase === 'opening' && client.storage === 'slow'
}
