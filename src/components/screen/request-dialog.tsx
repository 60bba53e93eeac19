'use client'

import { type ReactElement, useEffect, useRef } from 'react'
import { useConsent } from '../../react/use-consent.ts'
import type { DialogProps } from '../consent/use-dialog-open.ts'
import { ConsentScreen } from './consent-screen.tsx'

/** The request in a dialog, for components that ask from a button. It does not open automatically. */
export function RequestDialog({ open = false, onOpenChange }: DialogProps): ReactElement | null {
  const reopen = useConsent((consent) => consent.reopen)
  const place = useRef<HTMLSpanElement>(null)
  const wasOpen = useRef(open)
  useEffect(() => {
    // Asks again after a Decline, when the host app opens the dialog.
    if (open) reopen()
  }, [open, reopen])
  useEffect(() => {
    // The button that opened the dialog may be gone. Then the focus returns to the place of the dialog.
    const page = place.current?.ownerDocument
    if (wasOpen.current && !open && page?.activeElement === page?.body) place.current?.focus({ preventScroll: true })
    wasOpen.current = open
  }, [open])
  return (
    <>
      <span ref={place} className="licet-live" tabIndex={-1} />
      <ConsentScreen surface="dialog" open={open} onOpenChange={(isOpen, details) => !isOpen && onOpenChange?.(isOpen, details)} />
    </>
  )
}
