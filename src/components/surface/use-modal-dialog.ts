'use client'

import { type MouseEvent, type RefObject, type SyntheticEvent, useRef, useState } from 'react'
import type { AskReason } from '../../core/consent-flow.ts'
import { useIsomorphicLayoutEffect } from '../../react/provider/use-isomorphic-layout-effect.ts'
import { reportFailure } from '../../react/report-failure.ts'
import { isRepeatedPress } from '../kit/is-repeated-press.ts'
import { mergeProps } from '../kit/merge-props.ts'
import { OWN_EVENTS } from '../kit/own-events.ts'
import { closeModal, showModal } from '../kit/show-modal.ts'
import { useModalLayer } from '../kit/use-modal-layer.tsx'
import { useAskedElsewhere } from './use-asked-elsewhere.ts'
import type { DialogProps, OpenChangeDetails } from './use-dialog-open.ts'

/** Options of {@link useModalDialog}. */
export interface UseModalDialogOptions extends DialogProps {
  readonly ref: RefObject<HTMLDialogElement | null>
  /** The surface is a dialog. */
  readonly modal: boolean
  /** The dialog has something to show, so the host app may open it. Default `true`. */
  readonly canOpen?: boolean
  /** The dialog opens automatically, when the host app does not control it. */
  readonly opens: boolean
  /** There is a new question, which is reported as the reason `state`. */
  readonly asks: boolean
  /** Whether this surface asks a question with this reason, when it can open. */
  readonly canAsk: (reason: AskReason) => boolean
  /** The flow asks for a decision: closing dismisses it. */
  readonly isAsking: boolean
  /** The license of the device is looked up. */
  readonly isChecking: boolean
  /** Dismisses the question. */
  readonly dismiss: () => void
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
  canAsk,
  isAsking: isQuestion,
  isChecking,
  dismiss,
  title,
}: UseModalDialogOptions) {
  // What the person or `defaultOpen` set; `undefined`: the flow opens the dialog.
  const [ownOpen, setOwnOpen] = useState(defaultOpen)
  const isOpenable = !modal || (open ?? ownOpen !== false)
  const isAskedElsewhere = useAskedElsewhere((reason) => isOpenable && canAsk(reason), isOpenable)
  const isAsking = isQuestion && !isAskedElsewhere
  // A style hides the dialog. It stays closed until it is to open again.
  const [isLost, setLost] = useState(false)
  // The close event can arrive before React renders that.
  const wasLost = useRef(false)
  const isWanted = modal && canOpen && (open ?? ownOpen ?? (opens && !isAskedElsewhere))
  if (isLost && !isWanted) setLost(false)
  const isOpen = isWanted && !isLost
  // Selecting text may end beside the dialog, so a press counts only where it began.
  const beganOutside = useRef(false)
  const { end, inLayer } = useModalLayer({
    dialog: ref,
    isModal: modal,
    isOpen,
    onPressStart: (event) => {
      beganOutside.current = isOutside(event, ref.current)
    },
  })

  // A new question opens the dialog again. With `defaultOpen={false}`, the first question is not new.
  const [wasAsking, setWasAsking] = useState(defaultOpen === false ? undefined : isAsking)
  if (wasAsking !== isAsking && !(wasAsking === undefined && isChecking)) {
    setWasAsking(isAsking)
    if (isAsking && wasAsking !== undefined) setOwnOpen(undefined)
  }
  const newest = useRef(onOpenChange)
  const isReported = useRef(false)
  useIsomorphicLayoutEffect(() => {
    newest.current = onOpenChange
    const isNew = modal && asks && !isAskedElsewhere
    const isUnreported = isNew && ownOpen !== false && !isReported.current && !ref.current?.open
    isReported.current = isNew
    try {
      if (isUnreported) onOpenChange?.(true, { reason: 'state' })
    } catch (error) {
      // An error in a handler of the host app must not remove the question.
      reportFailure(error)
    }
  })
  // React may hide the tree around the dialog. An open dialog would then keep the page inert, so it closes, and opens again later.
  useIsomorphicLayoutEffect(() => () => ref.current?.close?.(), [])
  // How often the browser closed the dialog by itself. A host app that keeps `open` gets its dialog back.
  const [closed, setClosed] = useState(0)
  // Runs for a new question too, because the browser may have closed the dialog meanwhile.
  useIsomorphicLayoutEffect(() => {
    const dialog = ref.current
    if (!modal || dialog === null || dialog.open === isOpen) return
    if (isOpen) {
      wasLost.current = false
      showModal(dialog, () => {
        wasLost.current = true
        setLost(true)
        setOwnOpen(false)
        newest.current?.(false, { reason: 'hidden' })
      })
      title.current?.focus()
    } else closeModal(dialog)
  }, [modal, isOpen, end, isAsking, closed, title])

  const close = (reason: OpenChangeDetails['reason']) => {
    setOwnOpen(false)
    if (isAsking) dismiss()
    onOpenChange?.(false, { reason })
  }
  const handlers = modal
    ? mergeProps(OWN_EVENTS, {
        onCancel: onOwnEvent((event) => {
          event.preventDefault()
          close('escape')
        }),
        // The browser closes the dialog on a second Esc. The event arrives late: by then the dialog may be closed and open again, or hidden
        // by React.
        onClose: onOwnEvent(() => {
          if (!isOpen || wasLost.current || ref.current?.open !== false) return
          setClosed(closed + 1)
          close('escape')
        }),
        onClick: (event: MouseEvent) => {
          // The dialog can become smaller with a decision.
          if (!isRepeatedPress(event) && beganOutside.current && isOutside(event, ref.current)) close('overlay')
        },
      })
    : {}
  return { isOpen, isAskedElsewhere, close, handlers, inLayer }
}

/** Wraps a handler for events of the dialog itself. React bubbles them to a dialog of the host app around it, which the browser does not. */
export function onOwnEvent(handler: (event: SyntheticEvent) => void) {
  return (event: SyntheticEvent) => {
    if (event.target !== event.currentTarget) return
    event.stopPropagation()
    handler(event)
  }
}

function isOutside({ clientX, clientY, target }: Press, dialog: Element | null): boolean {
  if (dialog === null || target !== dialog) return false
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

/** A press, as the browser or React reports it. */
interface Press {
  readonly clientX: number
  readonly clientY: number
  readonly target: EventTarget | null
}
