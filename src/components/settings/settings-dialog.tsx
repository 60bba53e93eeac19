'use client'

import { type ReactElement, type RefObject, useRef, useState } from 'react'
import { useIsomorphicLayoutEffect } from '../../react/provider/use-isomorphic-layout-effect.ts'
import { CloseButton } from '../kit/close-button.tsx'
import { returnFocus } from '../kit/find-openers.ts'
import { createLatePart } from '../kit/late-part.ts'
import { isFocusFree } from '../kit/may-take-focus.ts'
import { OWN_EVENTS } from '../kit/own-events.ts'
import { closeModal, showModal } from '../kit/show-modal.ts'
import { Unloaded } from '../kit/unloaded.tsx'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useMergedRef } from '../kit/use-merged-ref.ts'
import { useModalLayer } from '../kit/use-modal-layer.tsx'
import { useOwnPlace } from '../kit/use-own-place.ts'
import { useRoot } from '../kit/use-root.ts'
import { useText } from '../kit/use-text.ts'
import type { OpenChangeDetails } from '../surface/use-dialog-open.ts'
import { onOwnEvent } from '../surface/use-modal-dialog.ts'

/** Props of {@link SettingsDialog}. */
export interface SettingsDialogProps {
  readonly open: boolean
  /** Called when the person closes the dialog. */
  readonly onClose: (reason: OpenChangeDetails['reason']) => void
  readonly onDelete?: (() => void | Promise<void>) | undefined
  /** Where the focus returns to, the nearest element first. */
  readonly openers: RefObject<readonly HTMLElement[]>
}

/** The settings. A page loads their code when it is idle, so that it delays no question. */
export const useSettings = createLatePart(() => import('../after-question.ts').then((module) => module.ConsentSettings))

/**
 * The settings in a native modal dialog. The focus moves to their title, and back to the opener on close.
 *
 * The dialog opens in the task of the press. If the settings have not loaded by then, it shows their title, and keeps a place for them.
 */
export function SettingsDialog({ open, onClose, onDelete, openers }: SettingsDialogProps): ReactElement {
  const part = useInnerParts()
  const t = useText()
  const ref = useRef<HTMLDialogElement>(null)
  const dialogRef = useMergedRef([ref, useOwnPlace()])
  const root = useRoot('settings-dialog', {})
  const settings = useRoot('settings', {})
  const { end, inLayer } = useModalLayer({ dialog: ref, isModal: true, isOpen: open })
  const newest = useRef(onClose)
  // A style hides the dialog.
  const isLost = useRef(false)
  useIsomorphicLayoutEffect(() => {
    newest.current = onClose
  })
  // How often the browser closed the dialog by itself. A host app that keeps `open` gets its dialog back.
  const [closed, setClosed] = useState(0)
  const wasOpen = useRef(false)
  const [ConsentSettings, retry] = useSettings(open)
  const isLoaded = ConsentSettings !== undefined
  const [isEarly, setEarly] = useState(false)
  if (isEarly !== (open && (isEarly || !isLoaded))) setEarly(!isEarly)
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
      focusTitle(dialog)
    } else if (!open && wasOpen.current) endDialog(dialog, openers.current)
    wasOpen.current = open
  }, [open, closed, end, openers])
  // The title of the settings replaces the one that had the focus.
  useIsomorphicLayoutEffect(() => {
    if (isLoaded && ref.current?.open && isFocusFree(ref.current)) focusTitle(ref.current)
  }, [isLoaded])
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
      ref={dialogRef}
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
        <div {...part('screen-body', isEarly ? 'licet-early' : undefined)}>
          {ConsentSettings ? (
            <ConsentSettings onDelete={onDelete} />
          ) : (
            <section {...settings} aria-busy={retry === undefined}>
              <h2 {...part('settings-title')} tabIndex={-1}>
                {t.text('settings.title')}
              </h2>
              {retry && <Unloaded onRetry={retry} />}
            </section>
          )}
          <CloseButton onClick={() => onClose('button')} />
        </div>
      )}
    </dialog>,
  )
}

function focusTitle(dialog: Element): void {
  dialog.querySelector<HTMLElement>('[data-part="settings-title"]')?.focus()
}

function endDialog(dialog: HTMLDialogElement, openers: readonly HTMLElement[]): void {
  closeModal(dialog)
  returnFocus(dialog, openers)
}
