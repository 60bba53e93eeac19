'use client'

import type { ReactElement } from 'react'
import { ConsentScreen } from '../screen/consent-screen.tsx'

/** Props of {@link Request}. */
export interface RequestProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** The request in a dialog, for a gate on a page that has no screen of its own. It is opened by the gate alone. */
export default function Request({ open, onClose }: RequestProps): ReactElement | null {
  return <ConsentScreen surface="dialog" open={open} onOpenChange={(isOpen) => !isOpen && onClose()} />
}
