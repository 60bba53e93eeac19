'use client'

import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ConsentState } from '../../core/consent-flow.ts'
import { toScreenView } from './screen-data-attributes.ts'

/** Options of {@link useTitleFocus}. */
export interface UseTitleFocusOptions {
  readonly title: RefObject<HTMLElement | null>
  readonly status: ConsentState
  /** The person acted in this screen. */
  readonly hasActed: boolean
  readonly heading: string
  readonly announcement: string
}

/**
 * Moves the focus to the title after an act, because the button that had the focus is gone. Keyboard and screen reader users keep their place.
 *
 * @returns The text for the live region. It is empty when the focus announces the title already.
 */
export function useTitleFocus({ title, status, hasActed, heading, announcement }: UseTitleFocusOptions): string {
  const view = toScreenView(status)
  const lastStatus = useRef(status)
  const [wasFocused, setWasFocused] = useState(false)
  useEffect(() => {
    const isSameView = toScreenView(lastStatus.current) === view
    // Within a view the focus may be elsewhere on the page, and stays there.
    if (hasActed && (!isSameView || (lastStatus.current !== status && !hasFocus(title.current)))) {
      // A title that has the focus already is not announced again. Safari does not move the focus to a pressed button.
      setWasFocused(title.current?.matches(':focus') === true)
      title.current?.focus({ preventScroll: isSameView })
    }
    lastStatus.current = status
  }, [title, hasActed, status, view])

  // The state in which the current view began: there, the focus moved to the title.
  const [entry, setEntry] = useState({ view, status })
  if (entry.view !== view) setEntry({ view, status })
  const isAnnouncedByFocus = hasActed && !wasFocused && entry.status === status && announcement === heading
  return isAnnouncedByFocus ? '' : announcement
}

/** Returns whether any element of the page has the focus. */
function hasFocus(title: HTMLElement | null): boolean {
  const page = title?.ownerDocument
  return page?.activeElement !== page?.body
}
