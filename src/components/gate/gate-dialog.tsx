'use client'

import { type ReactElement, useEffect, useRef } from 'react'
import { DecisionBoundary } from '../../react/store/decision-boundary.tsx'
import type { DecisionHandlers } from '../../react/store/decision-handlers.ts'
import { RequestDialog } from '../screen/request-dialog.tsx'
import { type DialogProps, useDialogOpen } from '../surface/use-dialog-open.ts'

/** Props of {@link GateDialog}. */
export interface GateDialogProps extends DialogProps, DecisionHandlers {
  /** How often the button of the gate was pressed. Each press opens the dialog. */
  readonly presses: number
}

/** The request of a gate in a dialog, for a page without a screen. */
export function GateDialog({ presses, open, defaultOpen, onOpenChange, ...handlers }: GateDialogProps): ReactElement {
  const [isOpen, setOpen] = useDialogOpen({ open, defaultOpen, onOpenChange })
  const lastPresses = useRef(0)
  useEffect(() => {
    if (lastPresses.current === presses) return
    lastPresses.current = presses
    setOpen(true, 'button')
  })
  return (
    <DecisionBoundary {...handlers}>
      <RequestDialog open={isOpen} onOpenChange={(next, { reason }) => setOpen(next, reason)} />
    </DecisionBoundary>
  )
}
