'use client'

import { type MouseEvent, type RefObject, type SyntheticEvent, useRef, useState } from 'react'
import { useConsent } from '../../react/use-consent.ts'
import { useIsomorphicLayoutEffect } from '../../react/use-isomorphic-layout-effect.ts'
import type { DialogProps, OpenChangeDetails } from './use-dialog-open.ts'

/** Options of {@link useModalDialog}. */
export interface UseModalDialogOptions extends DialogProps {
  readonly ref: RefObject<HTMLDialogElement | null>
  /** The surface is a dialog. */
  readonly modal: boolean
  /** The dialog has something to show, so the host app may open it. Default `true`. */
  readonly canOpen?: boolean
  /** The dialog opens by itself, when the host app does not control it. */
  readonly opens: boolean
  /** There is a new question, which is reported as the reason `state`. */
  readonly asks: boolean
  /** The flow asks for a decision: closing dismisses it. */
  readonly isAsking: boolean
  /** The license of the device is looked up. */
  readonly isChecking: boolean
  readonly title: RefObject<HTMLElement | null>
}

/** Opens and closes a native modal `<dialog>` with the flow. Esc, the overlay and Close dismiss the question: they never accept or decline. */
export function useModalDialog({
  ref,
  modal,
  open,
  defaultOpen,
  onOpenChange,
  canOpen = true,
  opens,
  asks,
  isAsking,
  isChecking,
  title,
}: UseModalDialogOptions) {
  const dismiss = useConsent((consent) => consent.dismiss)
  // What the person or `defaultOpen` set; `undefined`: the flow opens the dialog.
  const [ownOpen, setOwnOpen] = useState(defaultOpen)
  const isOpen = modal && canOpen && (open ?? ownOpen ?? opens)

  // A new question opens the dialog again. With `defaultOpen={false}`, the first question is not new.
  const [wasAsking, setWasAsking] = useState(defaultOpen === false ? undefined : isAsking)
  if (wasAsking !== isAsking && !(wasAsking === undefined && isChecking)) {
    setWasAsking(isAsking)
    if (isAsking && wasAsking !== undefined) setOwnOpen(undefined)
  }
  const isReported = useRef(false)
  useIsomorphicLayoutEffect(() => {
    if (modal && asks && ownOpen !== false && !isReported.current && !ref.current?.open) onOpenChange?.(true, { reason: 'state' })
    isReported.current = modal && asks
  })
  // React may hide the tree around the dialog. An open dialog would then keep the page inert, so it closes, and opens again later.
  useIsomorphicLayoutEffect(() => () => ref.current?.close?.(), [])
  // Runs for a new question too, because the browser may have closed the dialog meanwhile.
  useIsomorphicLayoutEffect(() => {
    const dialog = ref.current
    if (!modal || dialog === null || dialog.open === isOpen) return
    if (isOpen) {
      openModal(dialog)
      title.current?.focus()
    } else closeModal(dialog)
  }, [modal, isOpen, isAsking, title])

  const close = (reason: OpenChangeDetails['reason']) => {
    setOwnOpen(false)
    if (isAsking) dismiss()
    onOpenChange?.(false, { reason })
  }
  const handlers = modal
    ? {
        onCancel: onOwnEvent((event) => {
          event.preventDefault()
          close('escape')
        }),
        // The browser closes the dialog on a second Esc. The event arrives late: by then the dialog may be closed and open again, or hidden
        // by React.
        onClose: onOwnEvent(() => {
          if (isOpen && ref.current?.open === false) close('escape')
        }),
        onClick: (event: MouseEvent) => {
          if (event.target === event.currentTarget && isOutside(event)) close('overlay')
        },
      }
    : {}
  return { isOpen, close, handlers }
}

/** Opens a modal dialog. jsdom has no `showModal`: there the dialog is only open. */
export function openModal(dialog: HTMLDialogElement): void {
  dialog.showModal?.()
  dialog.open = true
}

/** Closes a modal dialog, also in jsdom. */
export function closeModal(dialog: HTMLDialogElement): void {
  dialog.close?.()
  dialog.open = false
}

/** Wraps a handler for events of the dialog itself. React bubbles them to a dialog of the host app around it, which the browser does not. */
export function onOwnEvent(handler: (event: SyntheticEvent) => void) {
  return (event: SyntheticEvent) => {
    if (event.target !== event.currentTarget) return
    event.stopPropagation()
    handler(event)
  }
}

function isOutside({ clientX, clientY, currentTarget }: MouseEvent): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}
