'use client'

import { type ReactElement, useEffect, useRef } from 'react'
import { ConsentScreen } from './consent-screen.tsx'

/** Props of {@link RequestDialog}. */
export interface RequestDialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** The request in a dialog, for a gate on a page that has no screen of its own. It is opened by the gate alone. */
export default function RequestDialog({ open, onClose }: RequestDialogProps): ReactElement | null {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    // The button that opened it goes with the placeholder, and then the focus has nowhere to return to but what the gate shows.
    const page = place.current?.ownerDocument
    if (!open && page?.activeElement === page?.body) place.current?.focus()
  }, [open])
  return (
    <>
      <span ref={place} className="licet-live" tabIndex={-1} />
      <ConsentScreen surface="dialog" open={open} onOpenChange={(isOpen) => !isOpen && onClose()} />
    </>
  )
}
