'use client'

import { type ReactElement, type RefObject, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useIsomorphicLayoutEffect } from '../../react/provider/use-isomorphic-layout-effect.ts'

/** The events by which a library closes its dialog, or moves the focus back into it, before the document gets them. */
const TAKEN = ['keydown', 'pointerdown', 'mousedown', 'touchstart', 'focusin']

/** The layers of a host app. */
const LAYERS = ['dialog', 'alertdialog', 'menu', 'listbox'].map((role) => `[role=${role}]`).join()

/** Options of {@link useModalLayer}. */
export interface UseModalLayerOptions {
  readonly dialog: RefObject<HTMLDialogElement | null>
  /** Another surface stays where it is. */
  readonly isModal: boolean
  readonly isOpen: boolean
  /** Called when a press begins in the dialog or on its backdrop. */
  readonly onPressStart?: (event: PointerEvent) => void
}

/** Result of {@link useModalLayer}. */
export interface ModalLayer {
  /** Renders the dialog at the end of the page. */
  readonly inLayer: (dialog: ReactElement) => ReactElement
  /** What the dialog is rendered into: `undefined` on a server, in the first render, and for another surface. */
  readonly end: Element | ShadowRoot | undefined
}

/**
 * Gives a modal dialog its own layer, apart from the dialogs and menus of the host app: its place is the end of the page, or of the shadow
 * root that it is in, and Esc is its own while it is open.
 *
 * A dialog of the host app hides everything else from screen readers. Content of a hidden element cannot be shown again, so the dialog is
 * inside no other element. Libraries also ignore a press on what other code adds at the end of the page.
 */
export function useModalLayer({ dialog, isModal, isOpen, onPressStart }: UseModalLayerOptions): ModalLayer {
  const mark = useRef<HTMLSpanElement>(null)
  const pressStart = useRef(onPressStart)
  const [end, setEnd] = useState<Element | ShadowRoot>()
  // Turbo and others replace the body of the page, even while the dialog is open.
  useIsomorphicLayoutEffect(() => {
    const { current } = mark
    setEnd(current ? endOfPage(current) : undefined)
    if (current === null || !isOpen) return
    const observer = new MutationObserver(() => {
      if (current.isConnected) setEnd(endOfPage(current))
    })
    observer.observe(current.ownerDocument.documentElement, { childList: true })
    return () => observer.disconnect()
  }, [isModal, isOpen])
  useIsomorphicLayoutEffect(() => {
    pressStart.current = onPressStart
  })
  useIsomorphicLayoutEffect(() => {
    const view = mark.current?.ownerDocument.defaultView
    // Libraries listen on the document or the window, before the dialog gets the event. The listeners of a window are called in the order
    // in which they were added, so these are added before the dialog opens.
    const keep = (event: Event) => {
      if (dialog.current?.open && isFor(event, dialog.current)) {
        if (event.type === 'pointerdown') pressStart.current?.(event as PointerEvent)
        if (isEscape(event) || isTaken(event, dialog.current)) event.stopImmediatePropagation()
      }
    }
    for (const type of TAKEN) view?.addEventListener(type, keep, true)
    return () => {
      for (const type of TAKEN) view?.removeEventListener(type, keep, true)
    }
  }, [dialog, isModal])
  return {
    end,
    inLayer: (element) =>
      isModal ? (
        <>
          <span ref={mark} hidden />
          {end && createPortal(element, end)}
        </>
      ) : (
        element
      ),
  }
}

function endOfPage(element: Element): Element | ShadowRoot {
  const root = element.getRootNode()
  // Not `instanceof`: the element may be in a frame.
  return 'host' in root ? (root as ShadowRoot) : element.ownerDocument.body
}

/** Returns whether an event is meant for a dialog: it is inside of it, or the focus is nowhere. */
function isFor(event: Event, dialog: HTMLDialogElement): boolean {
  return event.composedPath().includes(dialog) || (isKey(event) && event.target === dialog.ownerDocument.body)
}

/** Returns whether a layer of the host app is open that could take an event, and the kit does not need that event. */
function isTaken(event: Event, dialog: HTMLDialogElement): boolean {
  if (isKey(event) && event.key !== 'Tab') return false
  return [...dialog.ownerDocument.querySelectorAll(LAYERS)].some((layer) => !dialog.contains(layer))
}

function isEscape(event: Event): boolean {
  return isKey(event) && event.key === 'Escape'
}

function isKey(event: Event): event is KeyboardEvent {
  return event.type === 'keydown'
}
