'use client'

import { type ReactElement, type RefObject, useEffect, useRef } from 'react'
import { useConsent } from '../../react/hooks/use-consent.ts'
import { returnFocus } from '../kit/find-openers.ts'
import { useMergedRef } from '../kit/use-merged-ref.ts'
import { useOwnPlace } from '../kit/use-own-place.ts'
import type { DialogProps } from '../surface/use-dialog-open.ts'
import { ConsentScreen } from './consent-screen.tsx'

/** Props of {@link RequestDialog}. */
export interface RequestDialogProps extends Pick<DialogProps, 'open' | 'onOpenChange'> {
  /** Where the focus returns to, the nearest element first. Default: the place of the dialog. */
  readonly openers?: RefObject<readonly HTMLElement[]> | undefined
}

/** The request in a dialog, for components that ask from a button. It does not open automatically. */
export function RequestDialog({ open = false, onOpenChange, openers }: RequestDialogProps): ReactElement | null {
  const reopen = useConsent((consent) => consent.reopen)
  const place = useRef<HTMLSpanElement>(null)
  const placeRef = useMergedRef([place, useOwnPlace()])
  const wasOpen = useRef(open)
  useEffect(() => {
    // Asks again after a Decline, when the host app opens the dialog.
    if (open) reopen()
  }, [open, reopen])
  useEffect(() => {
    // The button that opened the dialog may be gone. Then the focus returns to the place of the dialog.
    if (wasOpen.current && !open && place.current) returnFocus(place.current, [...(openers?.current ?? []), place.current])
    wasOpen.current = open
  }, [open, openers])
  return (
    <>
      <span ref={placeRef} className="licet-live" tabIndex={-1} />
      <ConsentScreen surface="dialog" open={open} onOpenChange={(isOpen, details) => !isOpen && onOpenChange?.(isOpen, details)} />
    </>
  )
}
