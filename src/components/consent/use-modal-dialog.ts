'use client'

import { type MouseEvent, type RefObject, type SyntheticEvent, useRef, useState } from 'react'
import type { AskReason, ConsentState } from '../../core/consent-flow.ts'
import { useConsent } from '../../react/use-consent.ts'
import { useLayout } from '../../react/use-layout.ts'

/** Why a modal surface opens or closes. */
export interface OpenChangeDetails {
  /** `state`: there is something to decide; `escape`, `overlay` and `button` dismiss; `done`: the person has read the outcome. */
  readonly reason: 'state' | 'escape' | 'overlay' | 'button' | 'done'
}

/** Options of {@link useModalDialog}. */
export interface UseModalDialogOptions {
  readonly ref: RefObject<HTMLDialogElement | null>
  readonly modal: boolean
  readonly open: boolean | undefined
  readonly onOpenChange: ((open: boolean, details: OpenChangeDetails) => void) | undefined
  readonly state: ConsentState
  readonly reason: AskReason
  readonly asking: boolean
  /** The person acted in this screen, so its outcome is theirs to see. */
  readonly acted: boolean
  readonly title: RefObject<HTMLElement | null>
}

/** Keeps a native modal `<dialog>` in step with the flow: open while there is a decision to make or its outcome to see (experience 6 and 16). */
export function useModalDialog({ ref, modal, open, onOpenChange, state, reason, asking, acted, title }: UseModalDialogOptions) {
  const dismiss = useConsent((consent) => consent.dismiss)
  const [closed, setClosed] = useState(false)
  // A minor change is told and not asked for: it opens nothing by itself (experience 14).
  const asks = asking && reason !== 'update-minor'
  const wanted = asks || state === 'submitting' || (acted && state !== 'checking' && state !== 'dismissed')
  const isOpen = modal && (open ?? (wanted && !closed))

  // Something new to decide opens the surface again.
  const [asked, setAsked] = useState(asking)
  if (asked !== asking) {
    setAsked(asking)
    if (asking) setClosed(false)
  }
  // What was told is the beginning of a question, once.
  const told = useRef(false)
  useLayout(() => {
    if (modal && asks && !told.current && !ref.current?.open) onOpenChange?.(true, { reason: 'state' })
    told.current = modal && asks
  })
  // What React hides with the tree around it would keep the page inert: it closes with it, and opens again with it.
  useLayout(() => () => ref.current?.close?.(), [])
  // With a new question too, for the browser may have closed it by itself meanwhile.
  useLayout(() => {
    const dialog = ref.current
    if (!modal || dialog === null || dialog.open === isOpen) return
    if (isOpen) {
      dialog.showModal()
      title.current?.focus()
    } else dialog.close()
  }, [modal, isOpen, asking, title])

  const close = (reason: OpenChangeDetails['reason']) => {
    setClosed(true)
    if (asking) dismiss()
    onOpenChange?.(false, { reason })
  }
  const handlers = modal
    ? {
        onCancel: own((event) => {
          event.preventDefault()
          close('escape')
        }),
        // The browser may close it by itself, as on a second Escape. This comes late: meanwhile we may have closed and opened it, or React
        // hidden it, and then it is no element of this part.
        onClose: own(() => {
          if (isOpen && ref.current?.open === false) close('escape')
        }),
        onClick: (event: MouseEvent) => {
          if (event.target === event.currentTarget && isOutside(event)) close('overlay')
        },
      }
    : {}
  return { isOpen, close, handlers }
}

/** Hears what befalls the dialog itself. React lets it rise as if it befell a dialog of the host's around it, which it does not. */
export function own(hear: (event: SyntheticEvent) => void) {
  return (event: SyntheticEvent) => {
    if (event.target !== event.currentTarget) return
    event.stopPropagation()
    hear(event)
  }
}

function isOutside({ clientX, clientY, currentTarget }: MouseEvent): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}
