'use client'

import { type ReactElement, type RefObject, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useIsomorphicLayoutEffect } from '../../react/use-isomorphic-layout-effect.ts'

/** Options of {@link useModalLayer}. */
export interface UseModalLayerOptions {
  readonly dialog: RefObject<HTMLDialogElement | null>
  /** Another surface stays where it is. */
  readonly isModal: boolean
  readonly isOpen: boolean
}

/** Result of {@link useModalLayer}. */
export interface ModalLayer {
  /** Renders the dialog at the end of the page. */
  readonly inLayer: (dialog: ReactElement) => ReactElement
  /** The dialog is in the page: not on a server, and not in the first render. */
  readonly isPlaced: boolean
}

/**
 * Gives a modal dialog a layer of its own, apart from the dialogs and menus of the host app: its place is the end of the page, or of the shadow
 * root that it is in, and Esc is its own while it is open.
 *
 * A dialog of the host app hides everything else from screen readers. Content of a hidden element cannot be shown again, so the dialog is
 * inside no other element. Libraries also ignore a press on what other code adds at the end of the page.
 */
export function useModalLayer({ dialog, isModal, isOpen }: UseModalLayerOptions): ModalLayer {
  const mark = useRef<HTMLSpanElement>(null)
  const [end, setEnd] = useState<Element | ShadowRoot>()
  // Reads the place again when the dialog opens: Turbo and others replace the body of the page.
  useIsomorphicLayoutEffect(() => setEnd(mark.current ? endOfPage(mark.current) : undefined), [isModal, isOpen])
  useIsomorphicLayoutEffect(() => {
    const view = mark.current?.ownerDocument.defaultView
    // Libraries listen on the document or the window, before the dialog gets the key. The listeners of a window are called in the order in which
    // they were added, so this one is added before the dialog opens.
    const keepEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && dialog.current?.open && isFor(event, dialog.current)) event.stopImmediatePropagation()
    }
    view?.addEventListener('keydown', keepEscape, true)
    return () => view?.removeEventListener('keydown', keepEscape, true)
  }, [dialog, isModal])
  return {
    isPlaced: !isModal || end !== undefined,
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

/** Returns whether a key is meant for a dialog: the focus is in it, or nowhere. */
function isFor(event: KeyboardEvent, dialog: HTMLDialogElement): boolean {
  return event.composedPath().includes(dialog) || event.target === dialog.ownerDocument.body
}
