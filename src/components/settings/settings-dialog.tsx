'use client'

import { type ReactElement, type RefObject, useRef, useState } from 'react'
import { useIsomorphicLayoutEffect } from '../../react/provider/use-isomorphic-layout-effect.ts'
import { CloseButton } from '../kit/close-button.tsx'
import { returnFocus } from '../kit/find-openers.ts'
import { OWN_EVENTS } from '../kit/own-events.ts'
import { closeModal, showModal } from '../kit/show-modal.ts'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useModalLayer } from '../kit/use-modal-layer.tsx'
import { useRoot } from '../kit/use-root.ts'
import { useText } from '../kit/use-text.ts'
import type { OpenChangeDetails } from '../surface/use-dialog-open.ts'
import { onOwnEvent } from '../surface/use-modal-dialog.ts'
import { ConsentSettings } from './consent-settings.tsx'

/** Props of {@link SettingsDialog}. */
export interface SettingsDialogProps {
  readonly open: boolean
  /** Called when the person closes the dialog. */
  readonly onClose: (reason: OpenChangeDetails['reason']) => void
  readonly onDelete?: (() => void | Promise<void>) | undefined
  /** Where the focus returns to, the nearest element first. */
  readonly openers: RefObject<readonly HTMLElement[]>
}

/** The settings in a native modal dialog. The focus moves to their title, and back to the opener on close. */
export function SettingsDialog({ open, onClose, onDelete, openers }: SettingsDialogProps): ReactElement {
  const part = useInnerParts()
  const t = useText()
  const ref = useRef<HTMLDialogElement>(null)
  const root = useRoot('settings-dialog', {})
  const { isPlaced, inLayer } = useModalLayer({ dialog: ref, isModal: true, isOpen: open })
  const newest = useRef(onClose)
  // A style hides the dialog.
  const isLost = useRef(false)
  useIsomorphicLayoutEffect(() => {
    newest.current = onClose
  })
  // How often the browser closed the dialog by itself. A host app that keeps `open` gets its dialog back.
  const [closed, setClosed] = useState(0)
  const wasOpen = useRef(false)
  // Not in a cleanup: React passes no events on then, and a layer of the host app would not learn that the focus returned to it.
  useIsomorphicLayoutEffect(() => {
    const dialog = ref.current
    if (dialog === null) return
    if (open && !dialog.open) {
      isLost.current = false
      showModal(dialog, () => {
        isLost.current = true
        newest.current('hidden')
      })
      dialog.querySelector<HTMLElement>('[data-part="settings-title"]')?.focus()
    } else if (!open && wasOpen.current) endDialog(dialog, openers.current)
    wasOpen.current = open
  }, [open, closed, isPlaced, openers])
  // An open dialog would keep the page inert when its part ends, or when React hides the tree around it.
  useIsomorphicLayoutEffect(
    () => () => {
      if (ref.current?.open) endDialog(ref.current, openers.current)
    },
    [openers],
  )
  return inLayer(
    <dialog
      {...root}
      {...OWN_EVENTS}
      className={`${root.className} licet-screen`}
      aria-label={t.text('settings.title')}
      ref={ref}
      onCancel={onOwnEvent((event) => {
        event.preventDefault()
        onClose('escape')
      })}
      // The browser closes the dialog on a second Esc. The event arrives late: by then the dialog may be open again.
      onClose={onOwnEvent(() => {
        if (!open || ref.current?.open !== false || isLost.current) return
        setClosed(closed + 1)
        onClose('escape')
      })}
    >
      {open && (
        <div {...part('screen-body')}>
          <ConsentSettings onDelete={onDelete} />
          <CloseButton onClick={() => onClose('button')} />
        </div>
      )}
    </dialog>,
  )
}

function endDialog(dialog: HTMLDialogElement, openers: readonly HTMLElement[]): void {
  closeModal(dialog)
  returnFocus(dialog, openers)
}
