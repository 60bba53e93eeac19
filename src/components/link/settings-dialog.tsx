'use client'

import { type ReactElement, useEffect, useRef } from 'react'
import { CloseButton } from '../kit/close-button.tsx'
import { useRoot } from '../kit/root.ts'
import { useText } from '../kit/text.ts'
import { ConsentSettings } from '../settings/settings.tsx'

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
  useEffect(() => {
    const dialog = ref.current
    if (dialog === null || dialog.open) return
    dialog.showModal()
    dialog.querySelector<HTMLElement>('[data-part="settings-title"]')?.focus()
  }, [])
  return (
    <dialog
      {...root}
      className={`${root.className} licet-screen`}
      aria-label={t.text('settings.title')}
      ref={ref}
      onClose={onClose}
    >
      <div data-part="screen-body">
        <ConsentSettings onDelete={onDelete} />
        <CloseButton onClick={() => ref.current?.close()} />
      </div>
    </dialog>
  )
}
