'use client'

import { type ReactElement, useRef } from 'react'
import { useLayout } from '../../react/use-layout.ts'
import { own } from '../consent/use-modal-dialog.ts'
import { CloseButton } from '../kit/close-button.tsx'
import { useRoot } from '../kit/use-root.ts'
import { useText } from '../kit/use-text.ts'
import { ConsentSettings } from './consent-settings.tsx'

/** Props of {@link SettingsDialog}. */
export interface SettingsDialogProps {
  readonly onClose: () => void
  readonly onDelete?: (() => void | Promise<void>) | undefined
}

/** The settings in a native modal dialog; the focus goes to their title and back to the opener. */
export function SettingsDialog({ onClose, onDelete }: SettingsDialogProps): ReactElement {
  const t = useText()
  const ref = useRef<HTMLDialogElement>(null)
  const root = useRoot('settings-dialog', {})
  // What React hides with the tree around it would keep the page inert: it closes with it, and opens again with it.
  useLayout(() => {
    const dialog = ref.current
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>('[data-part="settings-title"]')?.focus()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      {...root}
      className={`${root.className} licet-screen`}
      aria-label={t.text('settings.title')}
      ref={ref}
      onCancel={own(() => {})}
      // This comes late: closed by us, it is hidden or open again.
      onClose={own(() => ref.current?.open === false && onClose())}
    >
      <div data-part="screen-body">
        <ConsentSettings onDelete={onDelete} />
        <CloseButton onClick={() => ref.current?.close()} />
      </div>
    </dialog>
  )
}
