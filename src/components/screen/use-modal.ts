'use client'

import { type MouseEvent, type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import type { AskReason, ConsentState } from '../../core/consent-flow.ts'
import { useConsent } from '../../react/use-consent.ts'

/** Why a modal surface opens or closes. */
export interface OpenChangeDetails {
  /** `state`: there is something to decide; `escape`, `overlay` and `button` dismiss; `done`: the person has read the outcome. */
  readonly reason: 'state' | 'escape' | 'overlay' | 'button' | 'done'
}

/** Options of {@link useModal}. */
export interface UseModalOptions {
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
export function useModal({ modal, open, onOpenChange, state, reason, asking, acted, title }: UseModalOptions) {
  const dismiss = useConsent((consent) => consent.dismiss)
  const ref = useRef<HTMLDialogElement>(null)
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
  // Its identity says nothing: written inline it is another one at each render. What was told is the beginning of a question, once.
  const tell = useRef(onOpenChange)
  const told = useRef(false)
  useEffect(() => {
    tell.current = onOpenChange
  })
  useEffect(() => {
    if (modal && asks && !told.current && !ref.current?.open) tell.current?.(true, { reason: 'state' })
    told.current = modal && asks
  }, [modal, asks])
  // biome-ignore lint/correctness/useExhaustiveDependencies: with a new question too, for the browser may have closed it by itself meanwhile
  useEffect(() => {
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
        onCancel: (event: SyntheticEvent) => {
          if (event.target !== event.currentTarget) return
          event.preventDefault()
          close('escape')
        },
        // The browser may close it by itself, as on a second Escape. This comes late: a dialog that is open was closed and opened by us.
        onClose: ({ target, currentTarget }: SyntheticEvent<HTMLDialogElement>) => {
          if (target === currentTarget && isOpen && !currentTarget.open) close('escape')
        },
        onClick: (event: MouseEvent) => {
          if (event.target === event.currentTarget && isOutside(event)) close('overlay')
        },
      }
    : {}
  return { ref, isOpen, close, handlers }
}

function isOutside({ clientX, clientY, currentTarget }: MouseEvent): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}
